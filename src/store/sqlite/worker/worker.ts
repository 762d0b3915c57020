import { parentPort } from 'node:worker_threads'
import { serve } from './serve.ts'

// What a worker thread runs. It is told its role first. Everything else is in modules that run anywhere.
parentPort?.once('message', (role) => {
  if (parentPort !== null) serve(parentPort, role)
})
