/** The application of a written test, as lines of code: `exported` is it, or builds it. @param app what the test imports */
export function importsApp(app: string): readonly string[] {
  return [
    '// The application finds what it finds when it runs. But no service stands behind a test.',
    "if (existsSync('.env')) process.loadEnvFile()",
    'delete process.env.API_URL',
    '// Where nothing listens: an application may not start without one.',
    "if (process.env.REPORT_URL) process.env.REPORT_URL = 'http://127.0.0.1:9/'",
    `const module = await import(${quoted(app)})`,
    'const exported = module.default ?? module.app ?? module.build',
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
