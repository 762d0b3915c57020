/**
 * Node's own SQLite. Some versions of Node warn on loading it that it is experimental; nobody who chose a store can do
 * anything about that, so this one warning is left out, and no other.
 */
export const { DatabaseSync } = quietly(() => process.getBuiltinModule('node:sqlite'))

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
