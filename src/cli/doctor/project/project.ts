import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Inspection, inspectionsOf } from '../../../registration/inspection.ts'
import type { Simulator } from '../../../simulator/simulator.ts'
import { messageOf } from '../../../text/message-of.ts'
import { type Environment, readEnvFile } from '../../environment.ts'
import { loadApp } from '../../load-app.ts'
import { variablesOf } from '../../service/with-service.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'
import { clientKeyFindings } from './client-keys.ts'
import { clockOf } from './clock.ts'
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
  const own = { ...process.env }
  const simulated = sim === undefined ? {} : variablesOf(sim)
  environment.set(simulated)
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
    const ofService = (one: Inspection) => [
      ...clientKeyFindings(one, simulated, own),
      ...reportFindings(one, simulated.REPORT_URL, own.REPORT_URL),
    ]
    findings.push(...registrations.flatMap((one) => named(ofService(one), one.registration)))
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

/** Whether others can read the file `.env` of a folder, on this machine or in the history of git. */
async function envFileFindings(folder: string): Promise<readonly Finding[]> {
  const file = join(folder, '.env')
  if (!existsSync(file)) return [skipped('.env', 'There is no such file here.')]
  return [rightsFinding(file), await gitFinding(folder)]
}

function rightsFinding(file: string): Finding {
  // Windows has no such rights: Node shows those of everybody.
  if (process.platform === 'win32') return skipped('.env', 'Windows has no rights of others to look at.')
  const { mode } = statSync(file)
  if ((mode & 0o044) === 0) return fine('.env', 'only its owner can read it')
  const who = (mode & 0o004) === 0 ? 'its group' : 'every user of this machine'
  return failure('.env', `It can be read by ${who}.`, 'chmod 600 .env')
}

async function gitFinding(folder: string): Promise<Finding> {
  if ((await git(folder, 'rev-parse', '--is-inside-work-tree')) !== 0)
    return skipped('.env in git', 'This folder is not under git.')
  if ((await git(folder, 'ls-files', '--error-unmatch', '.env')) === 0) {
    return failure(
      '.env in git',
      'It is in git: everybody with the repository has its secrets.',
      'git rm --cached .env, add it to .gitignore, and make new secrets: the old ones stay in the history.',
    )
  }
  if ((await git(folder, 'check-ignore', '--quiet', '.env')) === 0) return fine('.env in git', 'it is ignored')
  return warning('.env in git', 'Nothing keeps it out of git.', 'Add a line .env to .gitignore.')
}

/** What git ends with; -1 where there is none, or it takes too long. */
function git(folder: string, ...words: readonly string[]): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  execFile('git', ['-C', folder, ...words], { timeout: longest }, (error) => {
    if (error === null) resolve(0)
    else resolve(typeof error.code === 'number' ? error.code : -1)
  })
  return promise
}

// ms
const longest = 5_000
