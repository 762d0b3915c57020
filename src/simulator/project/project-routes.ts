import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { Type } from '@sinclair/typebox'
import { ownFolder } from '../../own-folder.ts'
import { oneOf } from '../../text/json/read-fields.ts'
import type { Face } from '../control/face.ts'
import { type ControlRoute, does, fields, nothing, shows } from '../control/route.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { Project, RecordedForm } from './project.ts'
import { textOf, whatIsRecorded } from './recorded-text.ts'

const name = Type.String({ description: 'Of the file, without its ending' })
const as = oneOf(['dialogue', 'test'])

/** Recordings in the folder of the project: only where the simulator was started with one. */
export function projectRoutes(face: Face, project: Project | undefined): readonly ControlRoute[] {
  const known = (): Project => {
    if (project === undefined)
      throw new FMW_SIMULATOR_STATE(
        "was started without a project's folder: dev app.js --project ., or simulate with it",
      )
    return project
  }
  return [
    shows(
      '/project',
      'The folder of the project, its application, and what runs its tests; nulls where there is none',
      nothing,
      () => ({
        folder: project?.folder ?? null,
        app: project?.app ?? null,
        runner: project?.runner ?? null,
      }),
    ),
    does(
      '/project/where',
      "The file that a recording would have, and whether it's there",
      fields({ name, as }),
      (given) => ({
        file: known().fileOf(given.name, given.as),
        isSaved: known().has(given.name, given.as),
      }),
    ),
    does(
      '/project/save',
      'Records rows as a file of the project; it never overwrites one',
      fields({ name, ...whatIsRecorded, as }),
      async (given) => {
        const text = await textOf(face, { ...given, runner: given.runner ?? known().runner })
        return { file: known().save(given.name, given.as, text), text }
      },
    ),
    does('/project/run', 'Runs a recording: a test by what npm test runs', fields({ name, as }), (given) =>
      runRecording(known(), given.name, given.as),
    ),
  ]
}

/** What came of a recording that was run. */
interface RecordingRun {
  readonly passed: boolean
  /** What it said, the end of it. */
  readonly output: string
}

/** Runs a recording of a project as its developer would: a test with the project's own runner, a dialogue with `run`. */
function runRecording(project: Project, name: string, form: RecordedForm): Promise<RecordingRun> {
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
