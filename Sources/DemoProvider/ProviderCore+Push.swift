import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// RFC 9126: takes the parameters first, and gives a name for them.
  func push(_ request: LoopbackRequest, _ effects: Effects) -> Reply {
    guard configuration.offersPushedRequests, request.method == "POST", let form = request.form
    else { return .error(400, "invalid_request", "POST a form") }
    do throws(Refusal) {
      let client = try authenticate(request, form).get()
      let key = try proofKey(of: request, to: url(of: .par), accessToken: nil)
      do throws(AuthorizationProblem) {
        var asked = try check(form)
        if let key { asked.keyThumbprint = key }
        let name = "urn:ietf:params:oauth:request_uri:\(World.handle())"
        world.withLock { $0.pushed[name] = asked }
        let members: [(String, JSONNode)] = [("request_uri", .string(name)), ("expires_in", 60)]
        return Reply.json(effects.applied(to: members), status: 201)
          .about(client: client.id)
      } catch {
        switch error {
        case .page(let reason): throw Refusal(400, "invalid_request", reason)
        case .redirect(_, let code, let description): throw Refusal(400, code, description)
        }
      }
    } catch {
      return withProofNonce(error).about(client: form.only("client_id")?.text)
    }
  }
}
