import type { FastifyInstance } from 'fastify'
import { isTurnKind, type TurnKind } from '../../../pushes/kinds.ts'
import { thrownOf } from '../../../registration/events/thrown.ts'
import { type Inspection, inspectionsOf } from '../../../registration/inspection.ts'
import { InProcessLine } from '../../../simulator/wire/lines/in-process.ts'
import { shownAddress } from '../../../simulator/wire/shown-address.ts'
import { memoryStore } from '../../../store/memory-store.ts'
import { loadApp } from '../../load-app.ts'
import { failureWords } from '../../service/row-line.ts'
import { at, type Finding, failure, fine, skipped } from '../finding.ts'
import { type Look, pushFindings } from './addresses.ts'
import { forgeryFindings } from './forgeries.ts'
import type { Target } from './target.ts'

/**
 * Builds the application of a module a second time, with a store in memory, beside the simulated service of its environment,
 * and pushes to it in this process: nothing of it is kept.
 *
 * @param before what was built of it before
 */
export async function inProcessFindings(
  file: string,
  before: FastifyInstance,
  look: Look,
): Promise<readonly Finding[]> {
  const app = await loadApp(file, { logger: false, store: memoryStore() }, 'silent')
  if (app === before)
    return [skipped('pushes', 'None was sent: the module exports the application itself.', byFunction)]
  try {
    return await findingsOf(app, look)
  } finally {
    await app.close()
  }
}

/** What handlers of turns throw from here on: the subscriber gets a polite screen instead. */
function listenTo(app: FastifyInstance, registrations: readonly Inspection[]): readonly Heard[] {
  const heard: Heard[] = []
  for (const { registration } of registrations) {
    const { events } = registration === 'default' ? app.merchant : app.merchant.get(registration)
    events.on('turnFailed', ({ kind, place, error }) => {
      if (place === 'handler') heard.push({ kind, error })
    })
  }
  return heard
}

interface Heard {
  readonly kind: TurnKind
  readonly error: unknown
}

function handlerFinding([first, ...more]: readonly Heard[]): Finding {
  if (first === undefined) return fine('handler', 'it failed in no turn')
  const often = more.length === 0 ? '' : ` It failed ${more.length + 1} times.`
  return failure('handler', `${failureWords(thrownOf(first.error, []))}.${often}`, 'Put it right: dial shows it too.')
}

const byFunction = 'Export a function that builds it and takes { store }; or start it, and name its address with --url.'

async function findingsOf(app: FastifyInstance, look: Look): Promise<readonly Finding[]> {
  const registrations = inspectionsOf(app.merchant) ?? []
  if (registrations.some(({ store }) => store.durability !== 'none'))
    return [
      skipped(
        'pushes',
        'None was sent: the function does not take { store }, and what is kept is not to be tried.',
        byFunction,
      ),
    ]
  const line = new InProcessLine(app)
  const heard = listenTo(app, registrations)
  const found: Finding[] = []
  for (const { kind, path, verifier, letsIn } of registrations.flatMap(({ kinds }) => kinds)) {
    const url = new URL(path, 'http://localhost')
    const target: Target = { kind, url, headers: look.headers, line, verifier, letsIn }
    const place = `${shownAddress(target.url).slice('http://localhost'.length)} (${kind}, in this process)`
    const takesHeader = Object.keys(look.headers).length > 0 && !verifier.includes('sourceAddresses')
    const isOpen = verifier === 'none' || /^secret(?:Path|Query)/.test(verifier) || takesHeader
    if (isOpen) {
      found.push(...(await pushFindings(target, look, place)))
      if (isTurnKind(kind)) found.push(...at(place, [handlerFinding(heard.filter((one) => one.kind === kind))]))
    } else {
      const refused = await forgeryFindings(target, look.dialled)
      const says = `${verifier} wants more than an address: no true push was sent.`
      found.push(...at(place, [...refused, skipped('pushes', says, 'Give what it asks for with --header.')]))
    }
  }
  return found
}
