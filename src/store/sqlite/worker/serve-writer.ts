import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { failedWith } from '../main/failures.ts'
import type { FromWorker, ToWorker } from '../main/messages.ts'
import { Batch } from './batch.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { FileWriter } from './file-writer.ts'
import { SchemaProblem } from './migrate.ts'

/**
 * Executes what comes through the port: all that has come while the last group was synced is the next group.
 *
 * @param every ms between looks at what has become due and what was asked for beside the application
 */
export function serveWriter<Task, TheDesk extends Dispatcher<Task>>(
  port: MessagePort,
  writer: FileWriter<Task, TheDesk>,
  every: number,
): void {
  const tell = (message: FromWorker): void => port.postMessage(message)
  const batch = new Batch<Task>()
  const run = (): void => {
    if (batch.size === 0) return
    const { answers, commits } = writer.execute(batch.take())
    tell({ answers, commits, news: writer.takeNews() })
  }
  const close = (): void => {
    clearInterval(timer)
    writer.close()
    tell('closed')
    port.close()
  }
  const take = (message: ToWorker<Task>): void => {
    if (typeof message === 'object') {
      batch.add(message)
      if (batch.isFull) run()
      return
    }
    run()
    if (message === 'checkpoint') writer.checkpoint()
    else close()
  }
  port.on('message', (first: ToWorker<Task>) => {
    take(first)
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      take(next.message)
    }
    run()
  })
  const timer = setInterval(() => {
    if (writer.lookAround()) tell('news')
  }, every)
  tell(opened(writer))
}

function opened<Task, TheDesk extends Dispatcher<Task>>(writer: FileWriter<Task, TheDesk>): FromWorker {
  try {
    writer.open()
    return 'ready'
  } catch (error) {
    return { ...failedWith(error), isSchema: error instanceof SchemaProblem }
  }
}
