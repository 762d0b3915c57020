import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

export default defineConfig({
  resolve: {
    // The README's and the guides' own code runs in tests under the name that users import.
    alias: [
      { find: /^fastify-merchant-webhooks\/testing$/, replacement: source('testing/index.ts') },
      { find: /^fastify-merchant-webhooks$/, replacement: source('index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    typecheck: { enabled: false },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
    },
  },
})
