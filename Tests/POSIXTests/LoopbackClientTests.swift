import POSIX
import Testing

@Suite struct `A client on this machine` {
  private let list = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 11 1
       1: 0100007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000 65534        0 12 1
       2: 0100007F:C002 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 13 1
       3: broken
    """

  @Test func `is found by both ends of its connection`() {
    #expect(LoopbackClient.owners(in: list, port: 0xC001, ours: 8080) == [65534])
    #expect(LoopbackClient.owners(in: list, port: 0xC002, ours: 8080) == [1000])
    #expect(LoopbackClient.owners(in: list, port: 0xC003, ours: 8080) == [])
    #expect(LoopbackClient.owners(in: "", port: 1, ours: 2) == [])
  }

  @Test func `of whom nothing is known is not foreign`() {
    #expect(!LoopbackClient.isForeign(port: 0, ours: 1))
  }
}
