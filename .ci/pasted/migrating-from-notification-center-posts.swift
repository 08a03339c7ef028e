extension OrderList {
  func reload(_ id: String) {}
}
