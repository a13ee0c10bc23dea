"""A session of the command at a provider of its own, for what is measured while signed in."""
import os, shutil, subprocess, tempfile

import turns


class Session:
    """Signs in when entered; afterwards provider, store and key are gone."""

    def __enter__(self):
        subprocess.run(["make", "--silent", "build-demo-provider"], cwd=turns.ROOT, check=True, stdout=subprocess.DEVNULL)
        provider = os.path.join(turns.ROOT, ".build/release/demo-provider")
        self.folder = tempfile.mkdtemp(prefix="appauth-migrate-bench-")
        self.provider = subprocess.Popen([provider, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        issuer = self.provider.stdout.readline().decode().strip()
        self.environment = {**os.environ, "HOME": self.folder, "BROWSER": f"{provider} browse %s"}
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"): self.environment.pop(name, None)
        configuration = os.path.join(turns.ROOT, "samples/appauth-migrate.json")
        subprocess.run([turns.COMMAND, "login", "--config", configuration, "--issuer", issuer], env=self.environment,
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.token = ([turns.COMMAND, "token", "--config", configuration, "--issuer", issuer], self.environment)
        return self

    def __exit__(self, *_):
        self.provider.terminate()
        self.provider.wait()
        shutil.rmtree(self.folder)
