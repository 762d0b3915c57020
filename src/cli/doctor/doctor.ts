import type { Command } from 'commander'
import { withExamples, withJson } from '../command.ts'
import { Environment } from '../environment.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import type { Finding } from './finding.ts'
import { projectFindings } from './project/project.ts'
import { countsOf, reportOf } from './report.ts'

/** `fastify-merchant-webhooks doctor app.js`: what is wrong with a project, before Monday finds it. */
export function define(doctor: Command, terminal: Terminal): void {
  withExamples(withJson(doctor), 'doctor app.js', 'doctor app.js --json')
    .argument('[module]', 'exports the Fastify application, or a function that builds it; not one that listens')
    .option('--project <folder>', 'where package.json and .env are', '.')
    .addHelpText('after', '\nExit codes: 0 fine or warnings alone, 1 an error was found, 2 not understood.')
    .action((file, values) => examine(file, values, terminal))
}

interface DoctorValues {
  readonly json?: boolean
  readonly project: string
}

async function examine(file: string | undefined, values: DoctorValues, terminal: Terminal): Promise<void> {
  if (file === undefined) throw new UsageError('Name what is to be looked at: a module such as app.js.')
  const environment = new Environment()
  const findings: Finding[] = []
  try {
    findings.push(...(await projectFindings(file, values.project, environment)))
  } finally {
    environment.restore()
  }
  const counts = countsOf(findings)
  terminal.out(
    values.json === true
      ? showJson({ ok: counts.error === 0, counts, findings }, 2)
      : reportOf(findings, terminal.columns),
  )
  if (counts.error > 0)
    throw new Error(counts.error === 1 ? 'An error was found.' : `${counts.error} errors were found.`)
}
