import { ApplicationProcess } from './harness/application-process.ts'
import { Home, type NewDatabase, type StoreType } from './harness/home.ts'
import type { Moment } from './harness/moments.ts'
import { until } from './harness/until.ts'

export interface TurnSettings {
  readonly store: StoreType
  /** Where the process is killed in a turn; after its answer when not given. */
  readonly moment: Moment | undefined
  /** Sessions, each with one turn in the process when it is killed. */
  readonly sessions: number
  readonly newDatabase: NewDatabase
}

export interface KilledTurns {
  readonly killed: string
  readonly sessions: number
  /** Runs of handlers for the killed turn. */
  readonly runs: number
  /** How the same turn was answered after the restart. */
  readonly released: number
  readonly repeated: number
  /** ms from the restart to the last of these answers. */
  readonly answered: number
  readonly violations: readonly string[]
}

/**
 * Kills an application in the second turn of some sessions, and sends the same turn again after the restart: a handler
 * that had begun is not run again, and the subscriber gets a polite release; a turn that was answered is answered alike.
 */
export async function killInTurn({ store, moment, sessions, newDatabase }: TurnSettings): Promise<KilledTurns> {
  const home = await Home.open(store, newDatabase)
  const settings = home.settings({ ussd: 'handler', handlerTakes: 50 })
  const process = { orderFile: home.orderFile }
  const violations: string[] = []
  let application = await ApplicationProcess.start(settings, process)
  try {
    const ids = Array.from({ length: sessions }, (_, index) => `session-${index}`)
    const first = await Promise.all(ids.map((id) => ask(application.port, turn(id, 1, '*713#'))))
    for (const answer of first) {
      if (answer?.Message !== says('*713#')) violations.push(`a first turn was answered with ${answer?.Message}`)
    }
    if (moment !== undefined) await home.order({ moment, count: sessions, ends: 'process' })
    const before = await Promise.all(ids.map((id) => ask(application.port, turn(id, 2, '1'))))
    if (moment === undefined) await application.kill()
    else {
      const why = await application.ended
      if (why !== 'SIGKILL') violations.push(`the application ended with ${why}: ${home.lastLines(1)}`)
    }
    await home.withdraw()
    const restartedAt = performance.now()
    application = await ApplicationProcess.start(settings, process)
    const { port } = application
    const after = await Promise.all(ids.map((id, index) => askUntilKnown(port, id, before[index], violations)))
    const answered = performance.now() - restartedAt
    const runs = home.effects().filter(({ key }) => key.endsWith('#2'))
    if (new Set(runs.map(({ key }) => key)).size !== runs.length) violations.push('a handler ran twice for a turn')
    if (runs.length !== sessions) violations.push(`${runs.length} handlers ran for ${sessions} turns`)
    return {
      killed: moment ?? 'after the answer',
      sessions,
      runs: runs.length,
      released: after.filter((answer) => answer?.Type === 'Release').length,
      repeated: after.filter((answer) => answer?.Type === 'Response').length,
      answered: Math.round(answered),
      violations: violations.map((line) => `${store}, killed ${moment ?? 'after the answer'}: ${line}`),
    }
  } finally {
    await application.kill()
    await home.close()
  }
}

/** On PostgreSQL nobody knows at once that the other process has died: until then the subscriber is asked to wait. */
async function askUntilKnown(
  port: number,
  id: string,
  before: Answer | undefined,
  violations: string[],
): Promise<Answer | undefined> {
  let last: Answer | undefined
  const isKnown = async (): Promise<boolean> => {
    const sentAt = performance.now()
    last = await ask(port, turn(id, 2, '1'))
    if (performance.now() - sentAt > patience) violations.push('an answer came later than the service waits')
    if (last === undefined || last.Message === '') violations.push('a turn was not answered')
    // What its handler has replied may have been kept although nobody was told.
    if (before === undefined) return last?.Type === 'Release' || last?.Message === says('1')
    if (last?.Message !== before.Message) violations.push('an answered turn was answered otherwise')
    return true
  }
  await until('the killed turn was to be released', 120_000, isKnown)
  return last
}

/** What the application's handler replies. */
function says(entered: string): string {
  return `You said ${entered}`
}

// ms that the service waits.
const patience = 7_000

interface Answer {
  readonly Type: string
  readonly Message: string
}

function turn(id: string, sequence: number, message: string): object {
  return {
    Mobile: '+233000000000',
    SessionId: id,
    ServiceCode: '713',
    Type: sequence === 1 ? 'Initiation' : 'Response',
    Message: message,
    Operator: 'network',
    Sequence: sequence,
    ClientState: null,
  }
}

/** @returns nothing where no answer came */
async function ask(port: number, body: object): Promise<Answer | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/push/ussd`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    return response.status === 200 && isAnswer(answer) ? answer : undefined
  } catch {
    return undefined
  }
}

function isAnswer(body: unknown): body is Answer {
  if (typeof body !== 'object' || body === null) return false
  return 'Type' in body && typeof body.Type === 'string' && 'Message' in body && typeof body.Message === 'string'
}
