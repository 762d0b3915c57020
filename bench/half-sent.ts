import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * What one sender can fill with bodies that never end, with default settings: opens so many connections to a server of its own,
 * sends on each all but the end of a 64 KB body, and looks at the memory of the server until the connections are ended.
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '4000' },
    ways: { type: 'string', default: 'nothing,drip,bytes,whole' },
  },
})
const connections = Number(values.connections)
// Bytes.
const length = 65_536
const start = '{"MessageId":"1","Status":"Delivered","Content":"'

/** How a body is sent: what is written at once, and then again and again. */
const ways: Readonly<Record<string, { readonly first: string; readonly next?: string }>> = {
  nothing: { first: head(`Content-Length: ${length}`) },
  drip: { first: head(`Content-Length: ${length}`) + start + 'x'.repeat(length - 2_000), next: 'x' },
  // Each byte in a chunk of its own: 6 bytes on the line.
  bytes: { first: head('Transfer-Encoding: chunked') + '1\r\n \r\n'.repeat(60_000), next: '1\r\n \r\n' },
  whole: { first: `${head(`Content-Length: ${length}`)}${start}${'x'.repeat(length - start.length - 2)}"}` },
}

console.log('| sent | connections | most at once | resident before, MB | most, MB | answers |')
console.log('|---|---|---|---|---|---|')
for (const way of values.ways.split(',')) await measure(way)

async function measure(name: string): Promise<void> {
  const way = ways[name]
  if (way === undefined) throw new Error(`no way: ${name}`)
  const server = fork(fileURLToPath(new URL('./servers/room.ts', import.meta.url)), [], {
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ port }] = await once(server, 'message')
  const ask = async (): Promise<number> => {
    server.send('tell')
    const [{ rss }] = await once(server, 'message')
    return rss
  }
  const before = await ask()
  const answers = new Map<string, number>()
  const open = new Set<Socket>()
  let mostOpen = 0
  let most = before
  let isOver = false
  const drips = setInterval(() => {
    if (way.next !== undefined) for (const socket of open) socket.write(way.next)
  }, 500)
  const watch = (async () => {
    while (!isOver) {
      most = Math.max(most, await ask())
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const lines: Promise<void>[] = []
  for (let count = 0; count < connections; count++) {
    lines.push(
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          mostOpen = Math.max(mostOpen, open.add(socket).size)
          socket.write(way.first)
        })
        socket.setEncoding('latin1')
        socket.once('data', (text: string) => {
          const status = text.slice(9, 12)
          answers.set(status, (answers.get(status) ?? 0) + 1)
          socket.destroy()
        })
        socket.on('error', () => undefined)
        socket.once('close', () => {
          open.delete(socket)
          resolve()
        })
      }),
    )
    if (count % 200 === 199) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await Promise.all(lines)
  isOver = true
  await watch
  clearInterval(drips)
  const told = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
  const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6))
  console.log(`| ${[name, connections, mostOpen, megabytes(before), megabytes(most), told].join(' | ')} |`)
  server.kill()
  await once(server, 'exit')
}

function head(header: string): string {
  return [
    'POST /push/delivery-report HTTP/1.1',
    'Host: shop.example',
    'Content-Type: application/json',
    header,
    '',
    '',
  ].join('\r\n')
}
