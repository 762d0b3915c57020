import { Type } from '@sinclair/typebox'
import { oneOf } from '../../text/json/read-fields.ts'
import type { Face } from '../control/face.ts'
import { type ControlRoute, does, fields, nothing, shows } from '../control/route.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { Project } from './project.ts'
import { textOf, whatIsRecorded } from './recorded-text.ts'
import { runRecording } from './run-recording.ts'

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
      'Records rows as a file of the project; it takes the place of none',
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
