import { globSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '../../text/clean-text.ts'
import { noFile } from '../files.ts'
import { UsageError } from '../terminal.ts'

/** What the words of a command name. */
export interface NamedFiles {
  /** The application; undefined where no word is one. */
  readonly module: string | undefined
  readonly files: readonly string[]
}

/**
 * Sorts the words of a command: a module is the application, anything else are files, folders of them, or patterns.
 *
 * @param isMeant which files of a folder
 * @throws UsageError, or an error that names a file that isn't there
 */
export function readNames(words: readonly string[], isMeant: (file: string) => boolean): NamedFiles {
  const [module, other] = words.filter(isModule)
  if (other !== undefined)
    throw new UsageError(`Name one application, not ${printable(String(module))} and ${printable(other)}.`)
  return { module, files: words.filter((word) => !isModule(word)).flatMap((word) => filesOf(word, isMeant)) }
}

function isModule(word: string): boolean {
  return /\.[cm]?[jt]s$/.test(word)
}

function filesOf(word: string, isMeant: (file: string) => boolean): readonly string[] {
  const found = statSync(word, { throwIfNoEntry: false })
  if (found?.isFile()) return [word]
  const names = found === undefined ? globSync(word) : readdirSync(word, { recursive: true, encoding: 'utf8' })
  const files = names
    .map((name) => (found === undefined ? name : join(word, name)))
    .filter((file) => isMeant(file) && !file.includes('node_modules') && statSync(file).isFile())
    .sort()
  if (files.length > 0) return files
  throw found === undefined ? noFile(word) : new UsageError(`${printable(word)} has no file of that sort.`)
}
