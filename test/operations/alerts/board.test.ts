import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { metricTable } from '../../../src/operations/metrics/instruments.ts'
import { root } from '../../docs/documents.ts'
import { promtool, testRules } from './promtool.ts'

const board: Board = JSON.parse(readFileSync(join(root, 'operations/grafana-board.json'), 'utf8'))
const expressions = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

interface Board {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
  }[]
}

describe('the board', () => {
  it('draws every metric, and asks for none that there is not', () => {
    const asked = expressions.flatMap((expr) => expr.match(/\bmerchant_\w+/g) ?? [])
    const names = new Set(asked.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))
    expect([...names].toSorted()).toEqual(Object.keys(metricTable).toSorted())
  })

  it('names in its legends only labels that are kept, and that the metric has', () => {
    const tables: Readonly<Record<string, { readonly labels: readonly string[] }>> = metricTable
    for (const { title, targets } of board.panels)
      for (const { expr, legendFormat } of targets) {
        const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
        const kept = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '))
        const [metric = ''] = expr.match(/\bmerchant_\w+/) ?? []
        const labels = tables[metric.replace(/_(?:bucket|count|sum)$/, '')]?.labels ?? []
        for (const label of named) {
          expect(kept, title).toContain(label)
          expect(labels, title).toContain(label)
        }
      }
  })

  it.skipIf(promtool === undefined)('asks what Prometheus understands (needs promtool: Debian’s prometheus)', () => {
    const promql_expr_test = expressions.map((expr) => ({
      expr: expr.replaceAll('$registration', '.*'),
      eval_time: '1m',
      exp_samples: [],
    }))
    testRules({
      rule_files: [],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: [], promql_expr_test }],
    })
    const broken = [{ expr: 'sum by (', eval_time: '1m', exp_samples: [] }]
    const tests = [{ interval: '1m', input_series: [], promql_expr_test: broken }]
    expect(() => testRules({ rule_files: [], evaluation_interval: '1m', tests })).toThrow(/parse error/)
  })
})
