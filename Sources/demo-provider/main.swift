print("demo-provider")
