import { Sender, type Sent } from '../harness/send.ts'

// A client process of its own: see test/faults/harness/client-process.ts.
interface Order {
  readonly port: number
  readonly path: string
  readonly body: string
  readonly times: number
}

let sender: Sender | undefined

process.on('message', async ({ port, path, body, times }: Order) => {
  const own = sender ?? new Sender(times)
  sender = own
  const statuses: Sent[] = await Promise.all(Array.from({ length: times }, () => own.send(port, path, body)))
  process.send?.(statuses)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
