print("appauth-migrate")
