import PushHub

final class Orders: PushPlugin {}
