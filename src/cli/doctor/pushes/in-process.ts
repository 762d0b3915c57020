import type { FastifyInstance } from 'fastify'
import { inspectionsOf } from '../../../registration/inspection.ts'
import { InProcessLine } from '../../../simulator/wire/lines/in-process.ts'
import { shownAddress } from '../../../simulator/wire/shown-address.ts'
import { memoryStore } from '../../../store/memory-store.ts'
import { loadApp } from '../../load-app.ts'
import { at, type Finding, skipped } from '../finding.ts'
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
  const app = await loadApp(file, { logger: false, store: memoryStore() })
  if (app === before)
    return [skipped('pushes', 'None was sent: the module exports the application itself.', byFunction)]
  try {
    return await findingsOf(app, look)
  } finally {
    await app.close()
  }
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
  const found: Finding[] = []
  for (const { kind, path, verifier, letsIn } of registrations.flatMap(({ kinds }) => kinds)) {
    const url = new URL(path, 'http://localhost')
    const target: Target = { kind, url, headers: look.headers, line, verifier, letsIn }
    const place = `${shownAddress(target.url).slice('http://localhost'.length)} (${kind}, in this process)`
    const takesHeader = Object.keys(look.headers).length > 0 && !verifier.includes('sourceAddresses')
    const isOpen = verifier === 'none' || /^secret(?:Path|Query)/.test(verifier) || takesHeader
    if (isOpen) found.push(...(await pushFindings(target, look, place)))
    else {
      const refused = await forgeryFindings(target, look.dialled)
      const says = `${verifier} wants more than an address: no true push was sent.`
      found.push(...at(place, [...refused, skipped('pushes', says, 'Give what it asks for with --header.')]))
    }
  }
  return found
}
