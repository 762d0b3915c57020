import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSimulator } from '../../../src/simulator/index.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

async function start(file: string) {
  const sim = await createSimulator({ file })
  onTestFinished(() => sim.close().catch(() => undefined))
  return sim
}

const bill = {
  source: 'ussdPayment',
  amount: 5,
  description: 'Tea',
  callbackUrl: null,
  sessionId: 's',
  mobile: '+233000000000',
} as const

describe('the state in a file', () => {
  it('is there again after a restart, with what is broken and how the sender behaves', async () => {
    const file = join(folder(), 'state.json')
    const first = await start(file)
    const { id } = first.openBill(bill)
    first.faults.set('drop', { rate: 0.5 })
    first.profile = 'ladder'
    await first.advance(60_000)
    const seen = first.trigger('checkout').catch(() => first.snapshot())
    await seen
    await first.close()
    const second = await start(file)
    expect(second.ledger().rows.map((row) => row.bill)).toEqual([id])
    expect(second.faults.list()).toMatchObject([{ name: 'drop', rate: 0.5 }])
    expect(second.profile.keepAlive).toBe(false)
    expect(second.now() - Date.now()).toBeGreaterThan(59_000)
    expect(second.snapshot()).toEqual(first.snapshot())
  })

  it('is written soon after a change, though nobody closes', async () => {
    const file = join(folder(), 'state.json')
    const sim = await start(file)
    const { id } = sim.openBill(bill)
    await expect.poll(() => readFileSync(file, 'utf8')).toContain(id)
  })

  it('is for its owner alone, and nothing lies beside it', async () => {
    const path = folder()
    const sim = await start(join(path, 'state.json'))
    sim.openBill(bill)
    await sim.close()
    expect(statSync(join(path, 'state.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(path)).toEqual(['state.json'])
  })

  it.each(['', '{', '[]', '{"version":2,"world":"{}"}', '{"version":1,"world":"{\\"jobs\\":[]}"}', '{"version":1}'])(
    'a broken one is a clear error, and is left as it is: %s',
    async (text) => {
      const file = join(folder(), 'state.json')
      writeFileSync(file, text)
      await expect(createSimulator({ file })).rejects.toThrow(
        /can't read its state from .*state\.json: .*\. Delete the file/,
      )
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('what an older simulator did not know is as at the start', async () => {
    const file = join(folder(), 'state.json')
    writeFileSync(file, '{"version":1,"world":"{\\"moved\\":60000}"}')
    const sim = await start(file)
    expect(sim.faults.list()).toEqual([])
    expect(sim.now() - Date.now()).toBeGreaterThan(59_000)
  })

  it('a place where nothing can be written is a clear error at the start', async () => {
    await expect(createSimulator({ file: join(folder(), 'missing', 'state.json') })).rejects.toThrow(
      /can't keep its state in .*missing/,
    )
  })

  it('a place that goes away later is a warning, and the simulator goes on', async () => {
    const path = mkdtempSync(join(tmpdir(), 'simulator-'))
    const sim = await start(join(path, 'state.json'))
    const warnings: string[] = []
    const hear = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', hear)
    onTestFinished(() => void process.off('warning', hear))
    rmSync(path, { recursive: true })
    sim.openBill(bill)
    await expect.poll(() => warnings.join()).toContain("can't keep its state")
    expect((await fetch(`${sim.url}/_simulator/state`)).status).toBe(200)
    await expect(sim.close()).rejects.toThrow(/can't keep its state/)
  })
})
