import { checkNode } from '../../check-node.ts'

/** Node's own SQLite. */
export const { DatabaseSync } = loadSqlite(process.versions.node)

/**
 * Loads it. Some versions of Node warn that it is experimental; nobody who chose a store can do anything about that, so
 * this one warning is left out, and no other.
 *
 * @throws FMW_NODE where there is none, or only behind a flag
 */
export function loadSqlite(version: string) {
  checkNode(version)
  return quietly(() => process.getBuiltinModule('node:sqlite'))
}

/** Loads without warnings. Nothing else runs meanwhile: loading is synchronous. */
export function quietly<Module>(load: () => Module): Module {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}
