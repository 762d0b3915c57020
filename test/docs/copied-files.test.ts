import { expect, it } from 'vitest'
import { blockUnder, read } from './documents.ts'

it('the guide on deploying shows the file that init writes', () => {
  expect(blockUnder('docs/guides/deploying.md', 'systemd', 'js').code).toBe(read('templates/js/server.js'))
})
