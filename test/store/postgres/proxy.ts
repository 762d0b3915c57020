import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to the server that can be cut, blocked or slowed down. */
export interface Proxy {
  /** The server's, by this way. */
  readonly url: string
  /** Ends every connection at once, and lets nobody in until `mend`. */
  cut(): void
  /** Ends those that are there; new ones come through. */
  breakAll(): void
  /** Lets nothing through any more, without a word, on connections that are there and on new ones: no goodbye either. */
  freeze(): void
  mend(): void
  /** From now on new connections go to another server, and those that are there end. */
  moveTo(serverUrl: string): void
  /** Lets nobody in until `mend`. Connections that are there go on. */
  turnAway(): void
  /**
   * From now on it is to new connections as a pooler in transaction mode is: the server's process has another number than the
   * one they were told, and what is listened to on one is never heard there. `false` ends that.
   */
  share(does: boolean): void
  /** Where the server says the one, new connections are told the other, which is as long. */
  retell(said: string, told: string): void
  /**
   * The next connection on which the client says this is cut when the server answers: the server has done it by then,
   * and the client never hears of it. With `kept` it is cut at once, and the server never hears of it.
   */
  cutAfter(words: string, isKept?: 'kept'): Promise<void>
  /** What the server answers on the next connection on which the client says this waits until the result is called. */
  holdAfter(words: string): () => void
}

/** Stands between a store and a server until the test is over. */
export async function proxyTo(serverUrl: string): Promise<Proxy> {
  let server = new URL(serverUrl)
  const pairs = new Set<Pair>()
  let isCut = false
  let isFrozen = false
  let isShared = false
  let retold: readonly [said: string, told: string] | undefined
  let trap: Trap | undefined

  const proxy = createServer((outer) => {
    if (isCut) {
      outer.resetAndDestroy()
      return
    }
    const inner = connect(Number(server.port), server.hostname)
    const pair = { inner, outer }
    const shares = isShared
    const [said, told] = retold ?? []
    let onReply: ((bytes: Buffer) => void) | undefined
    pairs.add(pair)
    outer.on('data', (asked) => {
      if (isFrozen) return
      const bytes = shares ? replaced(asked, 'LISTEN "fmw_', () => Buffer.from('LISTEN "xmw_')) : asked
      const caught = trap !== undefined && bytes.includes(trap.words) ? trap : undefined
      if (caught === undefined) {
        inner.write(bytes)
        return
      }
      trap = undefined
      const spring = (bytes?: Buffer) => caught.spring(pair, bytes)
      if (caught.isKept) {
        spring()
        return
      }
      // What follows is passed on too: a statement may come in pieces.
      onReply = spring
      inner.write(bytes)
    })
    inner.on('data', (heard) => {
      const answered = said === undefined || told === undefined ? heard : replaced(heard, said, () => Buffer.from(told))
      const bytes = shares ? replaced(answered, backendKey, (found) => found.fill(1, backendKey.length)) : answered
      if (onReply !== undefined) onReply(bytes)
      else if (!isFrozen && !outer.destroyed) outer.write(bytes)
    })
    if (isFrozen) outer.pause()
    for (const socket of [inner, outer]) {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        pairs.delete(pair)
        inner.destroy()
        if (!isFrozen) outer.destroy()
      })
    }
  })
  const port = await new Promise<number>((resolve, reject) => {
    proxy.listen(0, '127.0.0.1', () => {
      const address = proxy.address()
      if (typeof address === 'object' && address !== null) resolve(address.port)
      else reject(new Error('no port'))
    })
  })
  const breakAll = () => {
    for (const pair of pairs) drop(pair)
  }
  onTestFinished(() => {
    proxy.close()
    breakAll()
  })
  const url = new URL(serverUrl)
  url.port = String(port)
  return {
    url: url.href,
    cut: () => {
      isCut = true
      breakAll()
    },
    breakAll,
    freeze: () => {
      isFrozen = true
      for (const { outer } of pairs) outer.pause()
    },
    moveTo: (other) => {
      server = new URL(other)
      breakAll()
    },
    turnAway: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
      // What was swallowed meanwhile is missing: nobody could go on there.
      if (isFrozen) breakAll()
      isFrozen = false
    },
    share: (does) => {
      isShared = does
    },
    retell: (...pair) => {
      retold = pair
    },
    cutAfter: (words, isKept) =>
      new Promise((sprung) => {
        const spring = (pair: Pair) => {
          drop(pair)
          sprung()
        }
        trap = { words, isKept: isKept === 'kept', spring }
      }),
    holdAfter: (words) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const spring = ({ outer }: Pair, bytes: Buffer = Buffer.alloc(0)) => void promise.then(() => outer.write(bytes))
      trap = { words, isKept: false, spring }
      return resolve
    },
  }
}

interface Pair {
  readonly inner: Socket
  readonly outer: Socket
}

/** What happens when the server answers to these words; where they are kept from it, when they are said. */
interface Trap {
  readonly words: string
  readonly isKept: boolean
  readonly spring: (pair: Pair, answer?: Buffer) => void
}

/** The message that tells a client the number of its process: a byte, a length, the number. */
const backendKey = 'K\0\0\0\f'

/** The bytes with another part of the same length where `words` stand. */
function replaced(bytes: Buffer, words: string, change: (found: Buffer) => Buffer): Buffer {
  const at = bytes.indexOf(words, 0, 'latin1')
  if (at === -1) return bytes
  const copy = Buffer.from(bytes)
  change(copy.subarray(at, at + words.length + 4)).copy(copy, at)
  return copy
}

function drop({ inner, outer }: Pair): void {
  outer.resetAndDestroy()
  inner.destroy()
}
