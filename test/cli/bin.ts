import { fileURLToPath } from 'node:url'

/** What ships: to read its source takes a process five times as long. Modules that it loads import the package by its name. */
export const bin = fileURLToPath(new URL('../../dist/cli/merchant.js', import.meta.url))

/** The package that it runs with, for modules that stand elsewhere. */
export const builtPackage = (part = ''): string => new URL(`../../dist/${part}index.js`, import.meta.url).href
