struct DeviceToken {}
