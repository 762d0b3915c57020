import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator } from '../../../src/simulator/index.ts'
import { loadFixture } from '../../../src/testing/index.ts'
import { app, run } from '../run.ts'

const shop = app('every-kind')

test('fixtures of the package, of a folder and of a file are answered as they expect', async () => {
  const { code, out } = await run(
    'replay',
    shop,
    'fixtures/deliveryReport',
    'checkout/paid-camel',
    'fixtures/ussd/bad-json.json',
  )
  expect(code).toBe(0)
  expect(out).toMatch(/^ok {5}deliveryReport\/bad-content-type {2}415, \d+ ms\n/)
  expect(out).toMatch(/ok {5}checkout\/paid-camel {2}200, \d+ ms\n\d+ answered as expected\.$/)
})

test('one that is answered otherwise is shown, and the exit code is 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fixtures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const fixture = loadFixture('checkout/paid-camel')
  writeFileSync(join(folder, 'a.json'), JSON.stringify({ ...fixture, expect: { status: 503 } }))
  writeFileSync(join(folder, 'b.json'), JSON.stringify(fixture))
  const { code, out, err } = await run('replay', shop, folder)
  expect(code).toBe(1)
  expect(out).toMatch(/^differs checkout\/paid-camel {2}200, \d+ ms\n {2}.+\n {2}503 is expected: \{/)
  expect(err).toContain('1 of 2 answered otherwise than expected.')
  const json = JSON.parse((await run('replay', shop, folder, '--json')).out)
  expect(json).toMatchObject({ replayed: 2, failed: 1, pushes: [{ expected: 503, status: 200 }, { problem: null }] })
})

test('a payment that the application asks about in vain is explained', async () => {
  const { code, err } = await run('replay', app('confirms'), 'checkout/paid-camel')
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^1 of 1 answered otherwise than expected\. The application asked the service/),
  })
})

test('what recorded pushes do not heed is no option', async () => {
  for (const option of ['--fault', '--profile', '--seed'])
    expect(await run('replay', shop, 'checkout/paid-camel', option, '1')).toMatchObject({ code: 2, out: '' })
})

test('no answer is no answer', async () => {
  const { code, out } = await run('replay', '--app', 'http://127.0.0.1:9/push', 'checkout/paid-camel')
  expect(code).toBe(1)
  expect(out).toMatch(/differs checkout\/paid-camel {2}no answer, .*\n.*\n {2}nothing listens there/)
})

test('the simulator sends a recorded push as it is, by its method, query, headers and text', async () => {
  const seen: unknown[] = []
  const running = Fastify()
  running.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  running.all('/checkout', ({ method, query, headers, body }) => {
    seen.push([method, query, headers['content-type'], headers['x-own'], body])
    return {}
  })
  onTestFinished(() => running.close())
  const sim = await createSimulator({ profile: 'camelCase' })
  onTestFinished(() => sim.close())
  await sim.connect(await running.listen())
  sim.faults.set('drop')
  await sim.replay({ kind: 'checkout', request: { method: 'POST', body: { A: 1 }, headers: { 'x-own': 'x' } } })
  await sim.replay({ kind: 'checkout', request: { method: 'PUT', text: 'A=1', headers: { 'Content-Type': 'a/b' } } })
  await sim.replay({ kind: 'checkout', request: { method: 'GET', query: { a: ['1', '2'], b: '3' } } })
  expect(seen).toEqual([
    ['POST', {}, 'application/json', 'x', { A: 1 }],
    ['PUT', {}, 'a/b', undefined, 'A=1'],
    ['GET', { a: ['1', '2'], b: '3' }, undefined, undefined, undefined],
  ])
  await expect(sim.replay({ kind: 'checkout', request: { method: 'BREW' } })).rejects.toThrow(
    /can't send a push by BREW: there are POST, /,
  )
})
