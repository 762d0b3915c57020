import { closeSync, constants, lstatSync, openSync, statSync, writeSync } from 'node:fs'

/**
 * Makes a file that only its owner may read, where there is none yet: SQLite would let everybody. What it puts beside the
 * file gets the same rights. One that is there keeps those that it has, and is not opened: closing it would free the locks
 * that this process has on it.
 *
 * @throws where it cannot be made, or is a symbolic link that leads nowhere: SQLite would make what it leads to
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, ownerOnly))
  } catch (error) {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) throw error
    statSync(file)
  }
}

/**
 * As that, for a file beside the store's.
 *
 * @throws where it is a symbolic link: what it leads to is not the store's
 */
export function makePrivateBeside(file: string): void {
  refuseLink(file)
  makePrivate(file)
}

/**
 * Writes a file beside the store's, and nothing that a symbolic link leads to.
 *
 * @throws where it is one
 */
export function writeBeside(file: string, text: string): void {
  refuseLink(file)
  const handle = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, ownerOnly)
  writeSync(handle, text)
  closeSync(handle)
}

function refuseLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new Error(`${file} is a symbolic link: remove it, and let nobody else write in its folder`)
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_TRUNC } = constants
const ownerOnly = 0o600
