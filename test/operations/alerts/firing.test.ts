import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { secretHeader } from '../../../src/index.ts'
import { metricTable } from '../../../src/operations/metrics/instruments.ts'
import { root } from '../../docs/documents.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { measured, pushed, type Scrape } from '../metrics/scrape.ts'
import { askingShop } from './asking-shop.ts'
import { signedShop, storelessShop, throwingShop } from './failing-shop.ts'
import { promtool, seriesOf, testRules } from './promtool.ts'

const file = join(root, 'operations/alerts.yml')
const rules: readonly Rule[] = parse(readFileSync(file, 'utf8')).groups[0].rules

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly runbook: string }
}

interface Scrapes {
  readonly well: Scrape
  readonly bad: Scrape
}

let seen: Promise<Scrapes> | undefined

/** What a real application shows before something goes wrong in it, and after: looked at once. */
function scrapes(): Promise<Scrapes> {
  seen ??= scrapeOne()
  return seen
}

async function scrapeOne(): Promise<Scrapes> {
  let isBad = false
  const secret = 'a-secret-of-the-test'
  const app = await appWith({
    store: newSqlite()(),
    budget: 50,
    maxWork: 60_000,
    ussd: (_, turn) => (isBad ? new Promise<never>(() => undefined) : turn.end('Bye')),
    programmable: { handler: (_, turn) => turn.end('Bye'), verify: secretHeader('x-push', secret) },
    checkout: () => undefined,
    fulfilment: () => undefined,
    ussdPayment: () => undefined,
    inboundMessage: { handler: () => Promise.reject(new Error('gone')), retry: { attempts: 1 } },
    deliveryReport: {
      handler: () => Promise.reject(new Error('not now')),
      retry: { minDelay: 3_600_000, maxDelay: 3_600_000 },
    },
  })
  const scrape = await measured(app)
  const dial = async (number: number) => pushed(app, paths.ussd, { ...samples.ussd, SessionId: `session-${number}` })
  for (let turn = 0; turn < 10; turn += 1) await dial(turn)
  await pushed(app, paths.checkout, samples.checkout)
  const well = await vi.waitFor(async () => {
    const seen = await scrape()
    expect(seen.value('merchant_attempts_total', { kind: 'checkout', ended: 'handled' })).toBe(1)
    return seen
  })
  isBad = true
  await pushed(app, paths.checkout, { ...samples.checkout, ResponseCode: '0005' })
  await app.merchant.stop('checkout', { by: 'Ama', reason: 'the ledger is closed' })
  for (let turn = 10; turn < 20; turn += 1) await dial(turn)
  for (let push = 0; push < 80; push += 1) await pushed(app, paths.programmable, samples.programmable)
  for (const kind of ['inboundMessage', 'deliveryReport'] as const) await pushed(app, paths[kind], samples[kind])
  const bad = await vi.waitFor(async () => {
    const seen = await scrape()
    expect(seen.value('merchant_inbox_entries', { kind: 'inboundMessage', state: 'dead' })).toBe(1)
    expect(seen.value('merchant_inbox_reviews', { kind: 'checkout' })).toBe(1)
    expect(seen.value('merchant_inbox_oldest_waiting_seconds', { kind: 'deliveryReport' })).toBeGreaterThan(0)
    return seen
  })
  return { well, bad }
}

describe('the alerts', () => {
  it('are nine, on metrics and labels that there are, each with a runbook', () => {
    expect(rules.map(({ alert }) => alert)).toEqual([
      'MerchantTurnsLate',
      'MerchantStoreFails',
      'MerchantHandlerFails',
      'MerchantInboxWaits',
      'MerchantEntriesDead',
      'MerchantPaymentsToReview',
      'MerchantNoticesMissing',
      'MerchantRefusedSpike',
      'MerchantKindStopped',
    ])
    const guide = readFileSync(join(root, 'docs/guides/metrics.md'), 'utf8')
    const severities = rules.map(({ labels }) => labels.severity).toSorted()
    expect(severities).toEqual([...Array(6).fill('page'), ...Array(3).fill('ticket')])
    expect(guide).toMatch(/Six alerts call you at once .*\n?three write a ticket/)
    for (const { alert, expr, annotations } of rules) {
      const names = expr.match(/\bmerchant_\w+/g) ?? []
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect(Object.keys(metricTable)).toContain(name.replace(/_count$/, ''))
      expect(annotations.runbook).toBe(`docs/guides/metrics.md#${alert.toLowerCase()}`)
      expect(guide).toContain(`### ${alert}\n`)
    }
  })

  it('ask for labels and words that a real application shows', async () => {
    const { bad } = await scrapes()
    const { lost } = await askingShop()
    const all = [...bad.samples, ...lost.samples]
    for (const { expr } of rules)
      for (const [, name = '', selector = ''] of expr.matchAll(/(merchant_\w+)\s*\{([^}]*)\}/g))
        for (const [, label = '', words = ''] of selector.matchAll(/(\w+)[!=]~?"([^"]*)"/g)) {
          const shown = all.filter((sample) => sample.name === name).map(({ labels }) => labels[label])
          for (const word of words.split('|')) expect(shown, `${name} ${label}`).toContain(word)
        }
  })
})

describe.skipIf(promtool === undefined)(
  'the alerts, as Prometheus sees them (needs promtool: Debian’s prometheus)',
  () => {
    let series: ReturnType<typeof seriesOf> = []
    const firing = 'count by (alertname, kind) (ALERTS{alertstate="firing"})'
    const pushes = 'merchant_notifications_total'
    const storeAlert = 'count by (alertname) (ALERTS{alertname="MerchantStoreFails", alertstate="firing"})'
    const storeFails = { labels: '{alertname="MerchantStoreFails"}', value: 1 }
    const alertsAt = (eval_time: string, ...alerts: readonly (readonly [string, string])[]) => ({
      expr: firing,
      eval_time,
      exp_samples: alerts.map(([alertname, kind]) => ({
        labels: `{alertname="${alertname}", kind="${kind}"}`,
        value: 1,
      })),
    })

    it('are rules that it takes', () => {
      expect(execFileSync(promtool ?? '', ['check', 'rules', file], { encoding: 'utf8' })).toContain('9 rules found')
    })

    it('fire on what a real application shows when it goes wrong, and are silent before', async () => {
      const { well, bad } = await scrapes()
      series = seriesOf(well, bad)
      const tests = (...promql_expr_test: readonly object[]) => ({
        rule_files: [file],
        evaluation_interval: '1m',
        tests: [{ interval: '1m', input_series: series, promql_expr_test }],
      })
      const dead = ['MerchantEntriesDead', 'inboundMessage'] as const
      testRules(
        tests(
          alertsAt('9m'),
          alertsAt('15m', dead, ['MerchantRefusedSpike', 'programmable'], ['MerchantTurnsLate', 'ussd']),
          alertsAt('18m', dead, ['MerchantTurnsLate', 'ussd']),
          alertsAt('24m', dead),
          alertsAt(
            '40m',
            dead,
            ['MerchantInboxWaits', 'deliveryReport'],
            ['MerchantKindStopped', 'checkout'],
            ['MerchantPaymentsToReview', 'checkout'],
          ),
        ),
      )
      // A test of them that could not fail would be none.
      expect(() => testRules(tests(alertsAt('15m', dead)))).toThrow(/MerchantRefusedSpike/)
    })

    it('fire on what a real shop shows whose store is cut off, also by its refused pushes alone', async () => {
      const { well, bad } = await storelessShop()
      expect(well.value(pushes, { kind: 'checkout', taken: 'unavailable' })).toBe(0)
      expect(bad.value(pushes, { kind: 'checkout', taken: 'unavailable' })).toBeGreaterThan(0)
      const all = seriesOf(well, bad)
      const refused = all.filter(({ series: one }) => !one.startsWith('merchant_store_ok'))
      const [quiet, fails] = [alertsAt('9m'), { expr: storeAlert, eval_time: '14m', exp_samples: [storeFails] }]
      const later = { ...fails, eval_time: '40m' }
      const test = (input_series: readonly object[], ...promql_expr_test: readonly object[]) => ({
        interval: '1m',
        input_series,
        promql_expr_test,
      })
      const over = { expr: storeAlert, eval_time: '40m', exp_samples: [] }
      const tests = { rule_files: [file], evaluation_interval: '1m' }
      testRules({ ...tests, tests: [test(all, quiet, later), test(refused, quiet, fails, over)] })
      expect(() => testRules({ ...tests, tests: [test(all, over)] })).toThrow(/MerchantStoreFails/)
    })

    it('fire on what a real shop shows whose handler always throws', async () => {
      const { well, bad } = await throwingShop()
      const dead = ['MerchantEntriesDead', 'checkout'] as const
      const tests = (...promql_expr_test: readonly object[]) => ({
        rule_files: [file],
        evaluation_interval: '1m',
        tests: [{ interval: '1m', input_series: seriesOf(well, bad), promql_expr_test }],
      })
      testRules(tests(alertsAt('9m'), alertsAt('15m', dead, ['MerchantHandlerFails', 'checkout'])))
      expect(() => testRules(tests(alertsAt('15m', dead)))).toThrow(/MerchantHandlerFails/)
    })

    it('fire on what a real shop shows whose handler always throws for payments at signed addresses', async () => {
      const tests = ({ well, bad }: Scrapes, ...kinds: readonly string[]) => {
        const alerts = kinds.map((kind) => ['MerchantHandlerFails', kind] as const)
        const dead = ['checkout', 'ussdPayment'].map((kind) => ['MerchantEntriesDead', kind] as const)
        const promql_expr_test = [alertsAt('9m'), alertsAt('15m', ...dead, ...alerts)]
        const series = seriesOf(well, bad)
        const test = { interval: '1m', input_series: series, promql_expr_test }
        return { rule_files: [file], evaluation_interval: '1m', tests: [test] }
      }
      const shop = await signedShop(3)
      for (const kind of ['checkout', 'ussdPayment'] as const)
        expect(shop.counts[kind]).toEqual({
          ...{ accepted: 4, handled: 1, skipped: 4, notHandled: 18, dead: 3, needsReview: 3 },
        })
      testRules(tests(shop, 'checkout', 'ussdPayment'))
      // However often it is tried, one notification is one.
      testRules(tests(await signedShop(1)))
    })

    it('tell of a store that fails, in one process of two or for pushes alone, and not of a restart', () => {
      const of = (name: string, values: string, more = '') => ({
        series: `${name}{job="shop", registration="default"${more}}`,
        values,
      })
      const test = (name: string, input_series: readonly object[], promql_expr_test: readonly object[]) => ({
        name,
        interval: '30s',
        input_series,
        promql_expr_test,
      })
      const failing = (eval_time: string) => ({ expr: firing, eval_time, exp_samples: [storeFails] })
      testRules({
        rule_files: [file],
        evaluation_interval: '30s',
        tests: [
          test(
            'one process of two',
            [
              of('merchant_store_ok', '1x60', ', instance="a"'),
              of('merchant_store_ok', '1x9 0x20 1x30', ', instance="b"'),
            ],
            [alertsAt('5m'), failing('8m'), alertsAt('20m')],
          ),
          test(
            'a restart',
            [of('merchant_store_ok', '1x9 0x2 1x50')],
            [alertsAt('5m'), alertsAt('6m'), alertsAt('8m')],
          ),
          test(
            'pushes alone',
            [of(pushes, '0x9 1+1x20 21x40', ', kind="checkout", taken="unavailable"')],
            [alertsAt('5m'), failing('9m'), alertsAt('20m')],
          ),
        ],
      })
    })

    it('tell of a handler that fails every time, and not of one entry, nor where some are handled', () => {
      const of = (labels: string, values: string, name = 'merchant_attempts_total') => ({
        series: `${name}{job="shop", registration="default", kind="checkout"${labels}}`,
        values,
      })
      const attempts = (ended: string, values: string) => of(`, ended="${ended}"`, values)
      const failing = (values: string) => of('', values, 'merchant_notifications_failed_total')
      const test = (name: string, input_series: readonly object[], ...promql_expr_test: readonly object[]) => ({
        name,
        interval: '15s',
        input_series,
        promql_expr_test,
      })
      const fails = ['MerchantHandlerFails', 'checkout'] as const
      const tried = [4, 5, 6, 6, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8]
      /** Ends of so many entries, each tried ten times in four minutes, after others in hours before. */
      const entries = (count: number) => [
        attempts('failed', `40x20 ${tried.map((failed) => 40 + failed * count).join(' ')} ${40 + 9 * count}x40`),
        attempts('dead', `4x36 ${4 + count}x40`),
        attempts('handled', '7x240'),
      ]
      testRules({
        rule_files: [file],
        // Not in step with the scrapes, as it is for Prometheus.
        evaluation_interval: '10s',
        tests: [
          test(
            'every time',
            [attempts('failed', '0x20 1+1x80'), attempts('handled', '7x240'), failing('0x20 1+0.5x80')],
            alertsAt('4m'),
            alertsAt('12m', fails),
          ),
          test(
            'half of them',
            [attempts('failed', '0x20 1+1x80'), attempts('handled', '7+1x240'), failing('0x20 1+0.5x80')],
            alertsAt('12m'),
          ),
          // Waits are random: all ten attempts often fit into five minutes, which Prometheus takes for ten and a half.
          test(
            'one entry',
            [...entries(1), failing('6x20 7x60')],
            ...[360, 480, 560, 570, 600, 840].map((second) => alertsAt(`${second}s`)),
          ),
          test('two entries', [...entries(2), failing('6x20 7 7 7 7 8x60')], alertsAt('5m'), alertsAt('9m', fails)),
        ],
      })
    })

    it('tell of a store that does not answer', () => {
      testRules({
        rule_files: [file],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: [
              { series: 'merchant_inbox_read_age_seconds{job="shop", registration="default"}', values: '0+60x30' },
            ],
            alert_rule_test: [
              { eval_time: '12m', alertname: 'MerchantInboxWaits', exp_alerts: [] },
              {
                eval_time: '16m',
                alertname: 'MerchantInboxWaits',
                exp_alerts: [
                  {
                    exp_labels: { job: 'shop', registration: 'default', severity: 'page' },
                    exp_annotations: {
                      summary: 'The store of default has not answered for 16m 0s',
                      runbook: 'docs/guides/metrics.md#merchantinboxwaits',
                    },
                  },
                ],
              },
            ],
          },
        ],
      })
    })
  },
)
