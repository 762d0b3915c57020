import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ownFolder } from '../../own-folder.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { Project, RecordedForm } from './project.ts'

/** What came of a recording that was run. */
export interface RecordingRun {
  readonly passed: boolean
  /** What it said, the end of it. */
  readonly output: string
}

/** Runs a recording of a project as its developer would: a test with the project's own runner, a dialogue with `run`. */
export function runRecording(project: Project, name: string, form: RecordedForm): Promise<RecordingRun> {
  const file = project.fileOf(name, form)
  if (!project.has(name, form)) throw new FMW_SIMULATOR_STATE(`has no ${file} to run: save it first`)
  const words = form === 'test' ? testWords(project, file) : dialogueWords(project, file)
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const { promise, resolve } = Promise.withResolvers<RecordingRun>()
  execFile(
    process.execPath,
    words,
    // Of colours nobody would see, and of watching that nobody ends.
    {
      cwd: project.folder,
      timeout: longestRun,
      maxBuffer: 1_048_576,
      env: { ...environment, NO_COLOR: '1', CI: '1' },
    },
    (error, out, complaint) => {
      const said = stripVTControlCharacters(`${out}${complaint}`).trim()
      const late = error?.killed === true ? `\nIt was ended after ${longestRun / 1_000} seconds.` : ''
      resolve({ passed: error === null, output: (said + late).slice(-longestOutput) })
    },
  )
  return promise
}

function testWords({ folder, runner, vitest }: Project, file: string): string[] {
  if (runner === 'node') return ['--test', file]
  if (vitest === undefined)
    throw new FMW_SIMULATOR_STATE(`finds no vitest in ${folder}, which its npm test runs: npm install`)
  return [vitest, 'run', file]
}

function dialogueWords({ app, folder }: Project, file: string): string[] {
  if (app === null)
    throw new FMW_SIMULATOR_STATE('can run a dialogue only where it knows the module: --project needs one')
  return [command, 'run', join(folder, 'test', 'recorded', app), file]
}

// The same from `src`, where the built one runs.
const command = fileURLToPath(new URL('../dist/cli/merchant.js', ownFolder))

// ms
const longestRun = 120_000
// Characters.
const longestOutput = 20_000
