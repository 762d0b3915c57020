/** Within a function, whatever the application has set for itself: what is told to be durable is on the disk. */
export const durable = `IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;`
