"""The door over HTTP: addresses under /v1, their OpenAPI document, problems as JSON.

Addresses
address      what an address is: its question, its answer, its forms
addresses    the addresses, a module for each noun
declared     addresses made of declarations (`ops.doors`)
page_addresses  the pages as addresses, in each language
openapi      the OpenAPI document, made from the addresses
shared_parameters    parameters of many operations, stated once in it
schemas      schemas of answers and bodies; field_texts: the text of each field
described    what it says of all addresses

A request
connections  connections of clients: how many, how long silent, how slowly read
app          the ASGI application: routes, errors of the network
reception    from the arrival of a request to its reply: who asks, the body, a thread
bodies       bodies of requests, within a room for all of them
file_bodies  names of files in bodies
shares       shares of what a process has little of
request      a request as it came, without the network
answering    from a received request to its reply
identity     the actor of a request, and what it may ask
repetition   requests repeated with the key of a client (Idempotency-Key)
replies      answers as JSON, CSV and files, with their ETag
problems     refusals as problem documents (RFC 9457)
form_pages   forms of recordings as pages, for who has signed in

Around all requests
request_log  a line of the log for each
watch        addresses of health and metrics
metrics      numbers for Prometheus

Processes
service      what a process of the service has open
serving      a process from start to graceful end; supervisor: several of them
duties       scheduled work, verification and backups in a process
prepared     types made ready for decoding before threads start
"""
