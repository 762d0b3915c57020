import { describe, expect, it, onTestFinished } from 'vitest'
import { rowView } from '../../../src/simulator/control/views.ts'
import { createSimulator, type LogRow } from '../../../src/simulator/index.ts'
import { readSearch, searchFields, takenBy, valuesOf } from '../../../ui/state/log/search.ts'

const json = { 'content-type': 'application/json' }

/** A row as the page gets it. */
async function rowsOf(...changes: readonly Partial<LogRow>[]) {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  for (const change of changes) {
    const body = Buffer.from('{"Message":"Rice 5 kg"}')
    sim.log.add({
      at: 0,
      direction: 'push',
      kind: 'ussd',
      method: 'POST',
      url: 'http://127.0.0.1:3000/push/ussd',
      request: { headers: json, body, bytes: body.length },
      response: { status: 200, headers: json, body: Buffer.from('{"Type":"Response","Message":"Welcome"}'), bytes: 39 },
      problem: null,
      ms: 5,
      deadline: 7_000,
      timing: null,
      faults: [],
      attempt: 1,
      about: {},
      origin: null,
      ...change,
    })
  }
  return sim.log.rows().map(rowView)
}

const unpaid = Buffer.from('{"ResponseCode":"0000","Status":"Success","Data":{"Status":"Unpaid","CheckoutId":"c"}}')

describe('what the log is searched for', () => {
  it.each([
    ['kind:checkout', [2]],
    ['kind:checkout|ussd', [1, 2, 3]],
    ['-kind:checkout', [1, 3]],
    ['KIND:Ussd', [1, 3]],
    ['phone:0001', [1]],
    ['phone:+233000000001', [1]],
    ['phone:00233000000001', [1]],
    ['session:s-1', [1]],
    ['ref:order-17', [2]],
    ['ref:BILL', [2]],
    ['ref:message-3', [3]],
    ['status:2', [1]],
    ['status:401', [2]],
    ['status:none', [3]],
    ['fault:dup', [2]],
    ['outcome:undetermined', [2]],
    ['reply:welcome', [1, 2]],
    ['body:"Rice 5"', [1, 3]],
    ['url:elsewhere', [3]],
    ['rice', [1, 3]],
    ['"rice 5 kg"', [1, 3]],
    ['rice -phone:0001', [3]],
    ['ms:>100', [3]],
    ['ms:100', [3]],
    ['ms:<=5', [1, 2]],
    ['id:2', [2]],
    ['id:>2', [2, 3]],
    ['is:push', [1, 2]],
    ['is:call', [3]],
    ['is:unanswered', [3]],
    ['is:refused', [2]],
    ['is:right', [1]],
    ['is:wrong', [2, 3]],
    ['is:retry', [3]],
    ['is:pinned', [2]],
    ['-is:pinned kind:ussd is:push', [1]],
    ['', [1, 2, 3]],
  ])('%s', async (question, found) => {
    const rows = await rowsOf(
      { about: { mobile: '+233000000001', sessionId: 'S-1' } },
      {
        kind: 'checkout',
        request: { headers: json, body: unpaid, bytes: unpaid.length },
        response: { status: 401, headers: json, body: Buffer.from('Welcome not'), bytes: 11 },
        faults: ['duplicate'],
        about: { reference: 'order-17', billId: 'bill-2' },
      },
      {
        direction: 'call',
        url: 'http://127.0.0.1:3000/elsewhere',
        response: null,
        ms: 250,
        deadline: null,
        attempt: 2,
        about: { messageId: 'message-3' },
      },
    )
    const { matches, unknown } = readSearch(question, [2])
    expect(unknown).toEqual([])
    expect(rows.filter(matches).map(({ id }) => id)).toEqual(found)
  })

  it('is:late and is:close tell what was over its limit from what was near it', async () => {
    const rows = await rowsOf({ ms: 7_200 }, { ms: 6_500 }, { ms: 100 })
    const found = (question: string) => rows.filter(readSearch(question).matches).map(({ id }) => id)
    expect(found('is:late')).toEqual([1])
    expect(found('is:close')).toEqual([2])
    expect(found('is:right')).toEqual([3])
  })

  it('names what nobody understands, and leaves it out', async () => {
    const rows = await rowsOf({}, { kind: 'checkout' })
    const { matches, unknown } = readSearch('colour:red is:lost ms:soon kind:ussd')
    expect(unknown).toEqual(['colour:', 'is:', 'ms:'])
    expect(rows.filter(matches).map(({ id }) => id)).toEqual([1])
  })

  it('leaves nothing out for a field whose value is still to be typed, and tells what one takes', async () => {
    const rows = await rowsOf({}, { kind: 'checkout' })
    for (const question of ['is:', '-kind:', 'ref: ms:']) {
      const { matches, unknown } = readSearch(question)
      expect(unknown).toEqual([])
      expect(rows.filter(matches)).toHaveLength(2)
    }
    expect(takenBy('is')).toEqual(expect.arrayContaining(['late', 'wrong', 'pinned']))
    expect(takenBy('kind')).toEqual(expect.arrayContaining(['checkout', 'sendMessage']))
    expect(takenBy('ms')).toEqual([])
  })

  it('finds by the reference that an application put into its own address', async () => {
    const rows = await rowsOf({ url: 'http://127.0.0.1:3000/push/ussd-payment/basket-17/sig' }, {})
    expect(rows.filter(readSearch('ref:basket-17').matches)).toHaveLength(1)
  })

  it('completes each field with what the log holds', async () => {
    const rows = await rowsOf({ faults: ['drop'] }, { kind: 'checkout', response: null })
    expect(valuesOf('kind', rows)).toEqual(['checkout', 'ussd'])
    expect(valuesOf('status', rows)).toEqual(['200', 'none'])
    expect(valuesOf('fault', rows)).toEqual(['drop'])
    expect(valuesOf('is', rows)).toEqual(expect.arrayContaining(['late', 'pinned']))
    for (const value of valuesOf('is', rows)) expect(readSearch(`is:${value}`).unknown).toEqual([])
    const ofWords = ['is', 'kind']
    for (const field of searchFields) {
      expect(readSearch(`${field}:1`).unknown).toEqual(ofWords.includes(field) ? [`${field}:`] : [])
    }
  })
})
