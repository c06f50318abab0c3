-- A prompt hears voice notes: their words are written down and kept with the message.
alter table app.prompts add column transcription_model text not null default 'whisper-1';
comment on column app.prompts.transcription_model is 'Writes down what voice notes say; empty: nobody listens to them.';
