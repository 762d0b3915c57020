import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { printable } from '../../text/clean-text.ts'
import type { Dependency } from './dependency.ts'
import type { ProjectFile } from './project.ts'

/** What was done with the files of a project, by their paths. */
export interface Written {
  readonly written: readonly string[]
  /** Those that were there and got what they lacked. */
  readonly added: readonly string[]
  /** Those that were there and lacked nothing. */
  readonly kept: readonly string[]
}

/**
 * Writes a project into a folder. Nothing is written where a file would be written over that nobody gave up.
 *
 * @param isForced whether files may be written over
 * @throws an error naming the files that are in the way
 */
export function writeProject(
  folder: string,
  files: readonly ProjectFile[],
  { tarball }: Dependency,
  isForced: boolean,
): Written {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new Error(`${printable(folder)} is a file: name a folder.`)
  }
  const plans = files.map((file) => planOf(folder, file))
  const inTheWay = plans.filter(({ there, file }) => there !== undefined && there !== file.text && !file.merge)
  const packed = tarball === undefined ? undefined : packageIn(tarball, folder)
  if ((inTheWay.length > 0 || packed?.isOther === true) && !isForced) {
    const paths = [...inTheWay.map(({ file }) => file.path), ...(packed?.isOther === true ? [packed.path] : [])].join(
      ', ',
    )
    throw new Error(
      `Nothing was written: ${printable(folder)} has ${paths} already. Name another folder, or say --force to write over them.`,
    )
  }
  for (const { file, text, there } of plans) {
    if (text === there) continue
    const path = join(folder, file.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { mode: file.isSecret ? ownersAlone : usualMode })
    // One that was there keeps its mode when it is written.
    if (file.isSecret) chmodSync(path, ownersAlone)
  }
  const paths = (isMeant: (plan: Plan) => boolean) => plans.filter(isMeant).map(({ file }) => file.path)
  return {
    written: [
      ...paths(({ there, file, text }) => there === undefined || (!file.merge && text !== there)),
      ...(packed === undefined ? [] : [packed.copy()]),
    ],
    added: paths(({ there, file, text }) => there !== undefined && file.merge !== undefined && text !== there),
    kept: paths(({ there, text }) => text === there),
  }
}

/** The packed package in the project: whether another has its place, and what puts it there. */
function packageIn(tarball: string, folder: string) {
  const path = `vendor/${basename(tarball)}`
  const file = join(folder, path)
  return {
    path,
    isOther: existsSync(file) && !readFileSync(file).equals(readFileSync(tarball)),
    /** @returns its path */
    copy(): string {
      mkdirSync(dirname(file), { recursive: true })
      copyFileSync(tarball, file)
      return path
    },
  }
}

interface Plan {
  readonly file: ProjectFile
  /** What the file holds now; undefined where there is none. */
  readonly there: string | undefined
  /** What it is to hold. */
  readonly text: string
}

function planOf(folder: string, file: ProjectFile): Plan {
  const path = join(folder, file.path)
  if (!existsSync(path)) return { file, there: undefined, text: file.text }
  const there = readFileSync(path, 'utf8')
  return { file, there, text: file.merge === undefined ? file.text : file.merge(there) }
}

const ownersAlone = 0o600
// Without what the umask takes.
const usualMode = 0o666
