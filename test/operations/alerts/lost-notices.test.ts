import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../docs/documents.ts'
import { askingShop } from './asking-shop.ts'
import { nameOf, promtool, testRules } from './promtool.ts'

const day = 24 * 60

describe.skipIf(promtool === undefined)(
  'the alert on notices that stay away (needs promtool: Debian’s prometheus)',
  () => {
    it('fires about an hour after the last notice, and neither on prompts without approval nor on quiet hours', async () => {
      const { usual, lost } = await askingShop()
      /**
       * What happened to the shop happens so often an hour, scraped each 5 minutes: for a day as usual, then otherwise for three hours.
       *
       * @param share of the usual notices that come then
       */
      const seriesOf = (before: number, after: number, share: number) =>
        lost.samples
          .filter(({ name }) => name === 'merchant_notifications_total' || name === 'merchant_attempts_total')
          .map((sample) => {
            const first = usual.value(sample.name, sample.labels) ?? 0
            const step = (first * before) / 12
            const next = ((first * share + (sample.value - first) * (1 - share)) * after) / 12
            return { series: nameOf(sample), values: `0+${step}x288 ${step * 288 + next}+${next}x35` }
          })
      const firing = (minute: number, kind?: string) => ({
        expr: 'count by (kind) (ALERTS{alertname="MerchantNoticesMissing", alertstate="firing"})',
        eval_time: `${minute}m`,
        exp_samples: kind === undefined ? [] : [{ labels: `{kind="${kind}"}`, value: 1 }],
      })
      const silent = [120, day, day + 75, day + 175].map((minute) => firing(minute))
      const testOf = (name: string, input_series: object, promql_expr_test: readonly object[]) => ({
        name,
        interval: '5m',
        input_series,
        promql_expr_test,
      })
      const tests = (...of: readonly object[]) => ({
        rule_files: [join(root, 'operations/alerts.yml')],
        evaluation_interval: '5m',
        tests: of,
      })
      testRules(
        tests(
          testOf('no notice comes any more', seriesOf(20, 20, 0), [
            ...[120, day, day + 30].map((minute) => firing(minute)),
            ...[day + 75, day + 175].map((minute) => firing(minute, 'ussdPayment')),
          ]),
          testOf('fewer than a fifth come', seriesOf(20, 20, 0.15), [firing(day + 75, 'ussdPayment')]),
          testOf('more than a fifth come', seriesOf(20, 20, 0.25), silent),
          testOf('half of the prompts are never approved', seriesOf(20, 20, 1), silent),
          testOf('a quiet hour', seriesOf(20, 1, 1), silent),
          testOf('a sudden busy one', seriesOf(1, 40, 1), silent),
          testOf('too few to tell', seriesOf(1, 1, 0), silent),
        ),
      )
      // A test of it that could not fail would be none.
      expect(() => testRules(tests(testOf('lost', seriesOf(20, 20, 0), silent)))).toThrow(/ussdPayment/)
    })
  },
)
