import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import {
  createSimulator,
  recordDialogue,
  recordFixture,
  recordPage,
  recordTest,
  writeDialogue,
} from '../../../../src/simulator/index.ts'
import { programOf } from '../../../program.ts'

/** A session with a bank in another process. @param isTold whether they share a secret for timings */
async function played(isTold: boolean) {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const env = { ...process.env, NODE_ENV: 'test', MERCHANT_TIMING_SECRET: isTold ? sim.timingSecret : '' }
  const child = spawn(process.execPath, [programOf(new URL('./bank-elsewhere.ts', import.meta.url))], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [address] = await once(child.stdout, 'data')
  await sim.connect(String(address).trim())
  const phone = sim.phone('+233240000700')
  await phone.dial('*713#').reply('second').reply('7391')
  const rows = sim.log.rows()
  const answer = await fetch(`${sim.url}/_simulator/log/record`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rows: rows.map(({ id }) => id), as: 'dialogue' }),
  })
  const { text, doubts }: { text: string; doubts: readonly string[] } = JSON.parse(await answer.text())
  return { phone, rows, text, doubts }
}

it('what is entered at a sensitive screen of another process stands in no recording where timings are told', async () => {
  const { phone, rows, text, doubts } = await played(true)
  const fixtures = JSON.stringify(rows.map((row) => recordFixture(row)))
  const dialogue = recordDialogue(rows)
  for (const recording of [text, writeDialogue(dialogue), recordTest(rows), await recordPage(rows), fixtures])
    expect(recording).not.toContain('7391')
  expect(dialogue.steps).toMatchObject([{ dial: '*713#' }, { reply: 'second' }, { secret: 'PIN' }])
  expect(phone.transcript).not.toContain('7391')
  expect(doubts).toEqual([])
})

it('where nothing told which screens are sensitive, the recording says so and names the rows', async () => {
  const { rows, text, doubts } = await played(false)
  const [doubt = ''] = doubts
  expect(doubt).toMatch(/^Nothing told whether rows 2, 3 answer a sensitive screen/)
  expect(text).toContain(`# ${doubt}`)
  expect(recordTest(rows)).toContain(`// ${doubt}`)
  expect(await recordPage(rows)).toContain(doubt)
})
