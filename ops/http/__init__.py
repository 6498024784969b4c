"""The door over HTTP: addresses under /v1, their OpenAPI document, problems as JSON.

address     what an address is: its question, its answer, its forms
addresses   the addresses, a module for each noun
asked       parameters of addresses, read and checked
repetition  requests repeated with the key of a client (Idempotency-Key)
replies     answers as JSON, CSV and files, with their ETag
problems    refusals as problem documents (RFC 9457)
openapi     the OpenAPI document, made from the addresses
service     what a process of the service has open
app         the ASGI application
serving     a process from start to graceful end; supervisor: several of them
"""
