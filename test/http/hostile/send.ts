import { connect } from 'node:net'

/** What came back on one connection. */
export interface Answered {
  readonly statuses: readonly number[]
  /** Those of 5xx that say nothing of when to come again, each with its head. */
  readonly failures: readonly string[]
  readonly body: string
}

/** How long an answer is waited for, ms: of what must be answered, and of what need not be. */
const patience = { must: 60_000, may: 150 }

/** Writes the pieces on a connection of their own and reads what comes. */
export function send(port: number, pieces: readonly Buffer[], mustAnswer: boolean): Promise<Answered> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let came = ''
    let isOver = false
    const isHead = pieces[0]?.subarray(0, 5).toString() === 'HEAD '
    const finish = (): void => {
      if (isOver) return
      isOver = true
      clearTimeout(limit)
      socket.resetAndDestroy()
      resolve(read(came))
    }
    const limit = setTimeout(finish, mustAnswer ? patience.must : patience.may)
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      came += text
      if (mustAnswer && isWhole(came, isHead)) finish()
    })
    socket.on('error', finish)
    socket.on('close', finish)
    socket.on('connect', () => {
      const write = (at: number): void => {
        const piece = pieces[at]
        if (piece === undefined || isOver) return
        socket.write(piece)
        if (at + 1 < pieces.length) setImmediate(write, at + 1)
      }
      write(0)
    })
  })
}

/** Whether the first answer has come with its body. */
function isWhole(text: string, isHead: boolean): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  if (isHead || /^HTTP\/1\.1 (204|304)/.test(text)) return true
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1]
  return text.length >= end + 4 + Number(length ?? 0)
}

function read(text: string): Answered {
  const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3})[^\r]*\r\n(?:[^\r\n]+\r\n)*/g)]
  const failures = heads.filter(([head, status]) => isFailure(Number(status), head)).map(([head]) => head)
  const statuses = heads.map(([, status]) => Number(status))
  return { statuses, failures, body: text.slice(text.indexOf('\r\n\r\n') + 4) }
}

function isFailure(status: number, head: string): boolean {
  if (status < 500) return false
  return status !== 503 || !/\r\nretry-after: \d+/i.test(head)
}
