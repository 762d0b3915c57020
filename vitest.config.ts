import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

export default defineConfig({
  resolve: {
    // The README's and the guides' own code runs in tests under the name that users import.
    alias: [
      { find: /^fastify-merchant-webhooks\/client$/, replacement: source('client/index.ts') },
      { find: /^fastify-merchant-webhooks\/conversation$/, replacement: source('conversation/index.ts') },
      { find: /^fastify-merchant-webhooks\/operations$/, replacement: source('operations/index.ts') },
      { find: /^fastify-merchant-webhooks\/postgres$/, replacement: source('store/postgres/index.ts') },
      { find: /^fastify-merchant-webhooks\/sqlite$/, replacement: source('store/sqlite/index.ts') },
      { find: /^fastify-merchant-webhooks\/store$/, replacement: source('store/index.ts') },
      { find: /^fastify-merchant-webhooks\/testing$/, replacement: source('testing/index.ts') },
      { find: /^fastify-merchant-webhooks\/simulator$/, replacement: source('simulator/index.ts') },
      { find: /^fastify-merchant-webhooks$/, replacement: source('index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Tests leave the process as they found it, so a worker reads the package once for all of them.
    isolate: false,
    // Scripts of the tests count how often they run: a second run is for those who ask for it.
    env: { NODE_ENV: 'production' },
    // Builds what threads and processes run, starts a PostgreSQL when a test asks for it, keeps temporary files in memory.
    globalSetup: [
      'test/built-package.ts',
      'test/built-programs.ts',
      'test/postgres-shared.ts',
      'test/folder-in-memory.ts',
    ],
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/patience.ts', 'test/quick-expect.ts', 'test/coverage-now-and-then.ts'],
    // Properties and sockets take their time on a busy machine; no test measures speed. Only what hangs needs an end.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    // Many wait for a server, a lock or a deadline: four of them left a third of two cores idle.
    maxWorkers: 6,
    coverage: {
      provider: 'v8',
      // Half a minute of nine, and a table of 1,000 files: for who asks, and before a change lands.
      enabled: process.env.TEST_COVERAGE === '1',
      // What a failing test left uncovered is not told by the test.
      reportOnFailure: true,
      include: ['src/**/*.ts'],
      // They run in a process and in threads of their own: see test/cli/bin.test.ts and test/store/sqlite.
      exclude: ['src/cli/merchant.ts', 'src/store/sqlite/worker/worker.ts'],
      // The core rooms are covered, by tests that assert.
      thresholds: {
        'src/{admin,catalogue,client,conversation,http,inbox,operations,payments,pushes,registration,replies,store,testing,text,trace,turns,verify}/**':
          // Some lines and branches are entered only where two things happen at once, which no machine does in each run: two runs of
          // one commit differ by some ten branches and some statements. What crosses in src/payments/work is most of it.
          { statements: 99.74, functions: 99.9, lines: 99.8, branches: 99.2 },
        'src/plugin.ts': { 100: true },
        // What a tool does where its own parts fail isn't all met in tests.
        'src/simulator/**': { statements: 98, functions: 98, lines: 98, branches: 92 },
      },
      reporter: [['text', { skipFull: true }], 'text-summary', 'json-summary', 'html'],
    },
  },
})
