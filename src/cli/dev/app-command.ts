import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ownFolder } from '../../own-folder.ts'
import { printable } from '../../text/clean-text.ts'
import { fileNamed, noFile } from '../files.ts'

/** A command that runs an application. */
export interface AppCommand {
  /** As it was said. */
  readonly name: string
  readonly words: readonly string[]
  /** Whether it starts the application again after a change. */
  readonly isWatching: boolean
}

/**
 * One word with the ending of a module names one; everything else is a command of the merchant's own.
 *
 * @throws an error where there is no such module
 */
export function commandOf(words: readonly string[]): AppCommand {
  const [word = ''] = words
  const name = printable(words.join(' '))
  if (words.length !== 1 || !/\.[cm]?[jt]sx?$/.test(word)) return { name, words, isWatching: false }
  if (!fileNamed(word).isFile()) throw noFile(word)
  const isTyped = /ts/.test(extname(word))
  const options = [
    '--watch',
    '--watch-preserve-output',
    // From 22.18 on it reads them by itself.
    ...(isTyped && process.features.typescript === false ? ['--experimental-strip-types'] : []),
  ]
  return { name, words: [process.execPath, ...options, besides('host'), word], isWatching: true }
}

/** What Node.js is told in each process of the application: to load what speaks to `dev`. */
export function optionsWithPreload(options = process.env.NODE_OPTIONS ?? ''): string {
  return `${options} --import=${pathToFileURL(besides('preload')).href}`.trim()
}

/** A file of `cli/dev`, from `src` as from `dist`. */
function besides(name: string): string {
  return fileURLToPath(new URL(`cli/dev/${name}${extname(import.meta.filename)}`, ownFolder))
}
