import { expect, it } from 'vitest'
import { documents, read } from './documents.ts'

const shown = [...documents, 'example/shop.js'].flatMap((file) =>
  [...read(file).matchAll(/\bsecret(?::| =) process\.env\.(\w+)/g)].map(([, variable]) => ({ file, variable })),
)

it('the option secret comes from one variable, wherever it is shown', () => {
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.filter(({ variable }) => variable !== 'MERCHANT_SECRET')).toEqual([])
})

it('the example says how to set what it reads', () => {
  const variables = [...read('example/shop.js').matchAll(/= process\.env\.(\w+),/g)].map(([, variable]) => variable)
  expect(variables).toEqual(['PUBLIC_URL', 'PUSH_SECRET', 'MERCHANT_SECRET', 'REPORT_URL'])
  for (const variable of variables) expect(read('example/README.md')).toContain(`${variable}=`)
})
