# Completions of appauth-migrate for bash: source <(appauth-migrate completions bash)
_appauth_migrate() {
  local cur prev command='' word i
  cur=${COMP_WORDS[COMP_CWORD]}
  prev=${COMP_WORDS[COMP_CWORD-1]}
  # bash takes --flag=value apart at the equals sign.
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case $word in
      audit|preflight|plan|migrate|revoke|delete|login|status|token|request|refresh|step-up|userinfo|logout|handle-redirect|purge|ledger|explain|completions|version) [[ -z $command ]] && command=$word ;;
      show) [[ $command == ledger ]] && command="ledger $word" ;;
    esac
  done
  COMPREPLY=()
  case $prev in
    --fail-on) COMPREPLY=($(compgen -W 'critical high medium low info' -- "$cur")); return ;;
    --compare) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --baseline) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --write-baseline) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --map) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --write-map) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --include) return ;;
    --exclude) return ;;
    --expect-app) return ;;
    --require) COMPREPLY=($(compgen -W 'prefs files databases keychain caches web_storage encrypted_stores' -- "$cur")); return ;;
    --password-file) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --expect) return ;;
    --login) COMPREPLY=($(compgen -W 'keep prove skip' -- "$cur")); return ;;
    --order) COMPREPLY=($(compgen -W 'revoke-first login-first' -- "$cur")); return ;;
    --verify) COMPREPLY=($(compgen -W 'redeem' -- "$cur")); return ;;
    --timeout) return ;;
    --request|-X) return ;;
    --header|-H) return ;;
    --data) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --acr-values) return ;;
    --max-age) return ;;
    --issuer) return ;;
    --client-id) return ;;
    --redirect-uri) return ;;
    --post-logout-redirect-uri) return ;;
    --scopes|--scope) return ;;
    --protected-origins) return ;;
    --resources) return ;;
    --extra-parameters) return ;;
    --endpoints) COMPREPLY=($(compgen -W 'issuer= authorization= token= jwks_uri= revocation= userinfo= end_session= par=' -- "$cur")); return ;;
    --dpop) COMPREPLY=($(compgen -W 'auto require off' -- "$cur")); return ;;
    --par) COMPREPLY=($(compgen -W 'auto require off' -- "$cur")); return ;;
    --clock-leeway-seconds) return ;;
    --app-redirect-uris) return ;;
    --format) COMPREPLY=($(compgen -W 'text json jsonl sarif junit csv markdown html' -- "$cur")); return ;;
    --report) COMPREPLY=($(compgen -W 'text= json= jsonl= sarif= junit= csv= markdown= html=' -- "$cur")); return ;;
    --output|-o) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --cacert) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --proxy) return ;;
    --config) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --store) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --key-file) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --key-source) COMPREPLY=($(compgen -W 'keyring keychain passphrase file' -- "$cur")); return ;;
    --passphrase-file) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --passphrase-fd) return ;;
    --ledger) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --jobs|-j) return ;;
  esac
  if [[ $cur == -* ]]; then
    case $command in
      'audit') COMPREPLY=($(compgen -W '--fail-on --compare --baseline --accept-live-credential --write-baseline --map --write-map --include --exclude --expect-app --require --password-file --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'preflight') COMPREPLY=($(compgen -W '--issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --app-redirect-uris --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'plan') COMPREPLY=($(compgen -W '--map --password-file --login --order --include-historical --verify --require-verified --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --app-redirect-uris --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'migrate') COMPREPLY=($(compgen -W '--map --password-file --expect --login --order --include-historical --verify --require-verified --no-browser --timeout --dry-run --yes --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --app-redirect-uris --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'revoke') COMPREPLY=($(compgen -W '--map --password-file --include-historical --verify --require-verified --dry-run --yes --issuer --client-id --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'delete') COMPREPLY=($(compgen -W '--map --password-file --include-historical --verify --require-verified --revoke --even-if-not-revoked --dry-run --yes --issuer --client-id --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'login') COMPREPLY=($(compgen -W '--no-browser --timeout --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'status') COMPREPLY=($(compgen -W '--issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'token') COMPREPLY=($(compgen -W '--print --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'request') COMPREPLY=($(compgen -W '--request --header --data --show-headers --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'refresh') COMPREPLY=($(compgen -W '--again --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'step-up') COMPREPLY=($(compgen -W '--no-browser --timeout --acr-values --max-age --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'userinfo') COMPREPLY=($(compgen -W '--issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'logout') COMPREPLY=($(compgen -W '--no-browser --timeout --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'handle-redirect') COMPREPLY=($(compgen -W '--issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      'purge') COMPREPLY=($(compgen -W '--with-ledger --force --dry-run --yes --issuer --client-id --redirect-uri --post-logout-redirect-uri --scopes --protected-origins --resources --extra-parameters --endpoints --dpop --par --clock-leeway-seconds --key-source --passphrase-file --passphrase-fd --format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
      *) COMPREPLY=($(compgen -W '--format --report --output --quiet --verbose --plain --help --version --cacert --proxy --offline --config --store --key-file --ledger --jobs' -- "$cur")) ;;
    esac
    return
  fi
  case $command in
    '') COMPREPLY=($(compgen -W 'audit preflight plan migrate revoke delete login status token request refresh step-up userinfo logout handle-redirect purge ledger explain completions version' -- "$cur")) ;;
    ledger) COMPREPLY=($(compgen -W 'show' -- "$cur")) ;;
    completions) COMPREPLY=($(compgen -W 'bash zsh fish man' -- "$cur")) ;;
    *) COMPREPLY=($(compgen -f -- "$cur")) ;;
  esac
}
complete -o filenames -F _appauth_migrate appauth-migrate
