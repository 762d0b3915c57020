import { ApplicationProcess } from './harness/application-process.ts'
import { ClientProcess } from './harness/client-process.ts'
import { drain } from './harness/drain.ts'
import { Home, type NewDatabase, type StoreType } from './harness/home.ts'
import { Lane } from './harness/pushes.ts'
import { Random } from './harness/random.ts'

export interface DuplicateSettings {
  readonly store: StoreType
  readonly seed: number
  /** Notifications, each of which comes `copies` times. */
  readonly notifications: number
  readonly copies: number
  readonly newDatabase: NewDatabase
}

export interface Duplicates {
  readonly processes: string
  readonly requests: number
  readonly acknowledged: number
  readonly entries: number
  readonly runs: number
  readonly violations: readonly string[]
}

/**
 * Sends each notification many times at once from four client processes: on PostgreSQL to four applications, on SQLite
 * to the one that owns the files.
 */
export async function sendDuplicates(settings: DuplicateSettings): Promise<Duplicates> {
  const { store, seed, notifications, copies, newDatabase } = settings
  const home = await Home.open(store, newDatabase)
  const applications: ApplicationProcess[] = []
  const clients: ClientProcess[] = []
  try {
    for (let index = 0; index < (store === 'postgres' ? 4 : 1); index++) {
      applications.push(await ApplicationProcess.start(home.settings()))
    }
    clients.push(...(await Promise.all(Array.from({ length: 4 }, () => ClientProcess.start()))))
    const random = new Random(seed)
    const lanes = [new Lane('message', 'messages', random), new Lane('payment', 'payment', random)]
    const statuses = new Map<number | string, number>()
    for (let index = 0; index < notifications; index++) {
      const push = lanes[index % lanes.length]?.next()
      if (push === undefined) throw new Error('there is no lane')
      const answers = await Promise.all(
        clients.map((client, place) => {
          const { port } = applications[place % applications.length] ?? { port: 0 }
          return client.send(port, push, copies / clients.length)
        }),
      )
      for (const status of answers.flat()) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const [first] = applications
    if (first === undefined) throw new Error('there is no application')
    await drain(first)
    const entries = await first.ask('entries')
    const effects = [...home.effects(), ...(await home.transacted())]
    const acknowledged = statuses.get(200) ?? 0
    const requests = notifications * copies
    return {
      processes: `${clients.length} clients, ${applications.length} applications`,
      requests,
      acknowledged,
      entries: entries.length,
      runs: effects.length,
      violations: [
        ...(acknowledged === requests ? [] : [`duplicates: answers were ${JSON.stringify([...statuses])}`]),
        ...(entries.length === notifications ? [] : [`duplicates: ${entries.length} entries for ${notifications}`]),
        ...(effects.length === notifications ? [] : [`duplicates: ${effects.length} runs for ${notifications}`]),
        ...(new Set(effects.map(({ key }) => key)).size === notifications ? [] : ['duplicates: not each was handled']),
      ].map((line) => `${store}, seed ${seed}: ${line}`),
    }
  } finally {
    await Promise.all([...clients.map((client) => client.close()), ...applications.map((one) => one.kill())])
    await home.close()
  }
}
