/** Before a written test: what its application must find, or must not. */
export const readiesApp: readonly string[] = [
  '// The application finds what it finds when it runs. But no service stands behind a test.',
  "if (existsSync('.env')) process.loadEnvFile()",
  'delete process.env.API_URL',
  '// Where nothing listens: an application may not start without one.',
  "if (process.env.REPORT_URL) process.env.REPORT_URL = 'http://127.0.0.1:9/'",
]

/**
 * Within a test: what the module of the application exports. Not above it, where a module of CommonJS can't wait. `Object` gives it the type
 * `any`, in JavaScript too: no module exports all of these names.
 *
 * @param app what the test imports
 */
export function importsApp(app: string): readonly string[] {
  return [
    `const loaded = Object(await import(${quoted(app)}))`,
    '// The exports of a CommonJS module are its default.',
    'const { default: main = loaded } = loaded',
    'const exported = main.default ?? main.app ?? main.build ?? main',
  ]
}

/** Within a test: the application, with a store in memory. */
export const buildsApp: readonly string[] = [
  'const given = { logger: false, store: memoryStore() }',
  "const app = typeof exported === 'function' ? await exported(given) : exported",
]

export function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside}'`
}
