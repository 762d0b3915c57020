import type { MessagePort } from 'node:worker_threads'
import { Checkpoints } from './checkpoints.ts'
import { openToWrite } from './connection.ts'
import { FileReader } from './file-reader.ts'
import { FileWriter } from './file-writer.ts'
import { InboxDesk } from './inbox-desk.ts'
import type { InboxTask } from './inbox-operations.ts'
import { inboxSchema } from './inbox-schema.ts'
import type { ToldClaim } from './lanes.ts'
import { migrate } from './migrate.ts'
import { serveReader } from './serve-reader.ts'
import { serveWriter } from './serve-writer.ts'
import type { WorkerRole } from './worker-role.ts'

/** Does the work of a role for whoever is at the other end of the port. */
export function serve(port: MessagePort, role: WorkerRole): void {
  if (role.role === 'inbox') serveWriter(port, inboxWriter(role.file, role.told), lookEvery)
  else if (role.role === 'reader') {
    serveReader(port, new FileReader(role.files), new Checkpoints(role.files), checkpointEvery)
  }
}

/** What executes groups on the inbox's file. */
export function inboxWriter(file: string, told: readonly ToldClaim[]): FileWriter<InboxTask, InboxDesk> {
  return new FileWriter(file, (last) => {
    const connection = openToWrite(file, { synchronous: 'FULL', busyTimeout })
    try {
      migrate(connection, inboxSchema)
      return { connection, desk: new InboxDesk(connection, last?.heldClaims() ?? told) }
    } catch (error) {
      connection.close()
      throw error
    }
  })
}

// ms
const lookEvery = 200
const checkpointEvery = 500
const busyTimeout = 2_000
