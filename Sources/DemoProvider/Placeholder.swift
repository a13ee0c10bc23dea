enum DemoProviderPlaceholder {}
