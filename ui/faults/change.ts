import { act } from '../state/api.ts'
import { attempt } from '../state/notices.ts'
import { refresh } from '../state/simulator.ts'

/** Changes what is broken, or how the sender behaves. */
export function change(path: string, given: object = {}): void {
  void attempt(() => act(path, given)).then(refresh)
}
