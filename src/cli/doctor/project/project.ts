import type { FastifyInstance } from 'fastify'
import { type Inspection, inspectionsOf } from '../../../registration/inspection.ts'
import type { Simulator } from '../../../simulator/simulator.ts'
import { messageOf } from '../../../text/message-of.ts'
import { type Environment, readEnvFile } from '../../environment.ts'
import { loadApp } from '../../load-app.ts'
import { variablesOf } from '../../service/with-service.ts'
import { type Finding, failure, fine } from '../finding.ts'
import { clockOf } from './clock.ts'
import { envFileFindings } from './env-file.ts'
import { readPackageFile } from './package-file.ts'
import { secretFindings } from './secrets.ts'
import { modeFinding, nodeFinding, proxyFinding, reportFindings, settingFindings, tracingFinding } from './settings.ts'
import { storeFindings } from './store.ts'

/** What was found in a project, and of the application that was looked at. */
export interface LookedAtProject {
  readonly findings: readonly Finding[]
  /** Closed by now; undefined where none could be built. */
  readonly app: FastifyInstance | undefined
  readonly registrations: readonly Inspection[]
}

/**
 * Looks at a project and at the application of its module. It takes no request, and its store stays closed.
 *
 * @param folder of package.json and .env
 * @param sim what the application is to call from then on, where it's going to be pushed to in this process
 */
export async function lookAtProject(
  file: string,
  folder: string,
  environment: Environment,
  sim: Simulator | undefined,
): Promise<LookedAtProject> {
  environment.readFile(folder)
  const about = [
    nodeFinding(process.versions.node),
    modeFinding(process.env.NODE_ENV),
    ...(await envFileFindings(folder)),
    await clockOf(process.env.API_URL),
  ]
  const { REPORT_URL: reportUrl } = process.env
  if (sim !== undefined) environment.set(variablesOf(sim))
  let app: FastifyInstance
  try {
    app = await loadApp(file, undefined, 'silent')
  } catch (error) {
    const failed = failure('application', messageOf(error), 'Put it right, and run doctor again.')
    return { findings: [...about, failed], app: undefined, registrations: [] }
  }
  try {
    const registrations = app.hasDecorator('merchant') ? (inspectionsOf(app.merchant) ?? []) : []
    const findings = [...about, ...(await applicationFindings(app, registrations, folder))]
    const reports = (one: Inspection) => named(reportFindings(one, sim?.reportUrl, reportUrl), one.registration)
    findings.push(...registrations.flatMap(reports))
    return { findings, app, registrations }
  } finally {
    await app.close()
  }
}

async function applicationFindings(
  app: FastifyInstance,
  registrations: readonly Inspection[],
  folder: string,
): Promise<readonly Finding[]> {
  if (registrations.length === 0) {
    return [
      failure(
        'application',
        'It did not register this plugin, or an older version of it.',
        'await app.register(merchantWebhooks, { … })',
      ),
    ]
  }
  const packageFile = readPackageFile(folder)
  const found: Finding[] = [
    fine(
      'application',
      `it receives ${[...new Set(registrations.flatMap(({ kinds }) => kinds.map(({ kind }) => kind)))].join(', ')}`,
    ),
    ...secretFindings(registrations, readEnvFile(folder) ?? {}),
    proxyFinding(trustProxyOf(app)),
    tracingFinding(registrations, packageFile),
  ]
  for (const registration of registrations) {
    const ofStore = await storeFindings(registration, registrations, folder, packageFile)
    const own = [...settingFindings(registration), ...ofStore]
    found.push(...named(own, registration.registration))
  }
  return found
}

/** Of several registrations, which one it is about. */
function named(findings: readonly Finding[], registration: string): readonly Finding[] {
  if (registration === 'default') return findings
  return findings.map((finding) => ({ ...finding, check: `${finding.check} (${registration})` }))
}

/** Fastify shows it nowhere else. */
function trustProxyOf(app: FastifyInstance): unknown {
  const key = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.options')
  return key === undefined ? undefined : Object(Reflect.get(app, key)).trustProxy
}
