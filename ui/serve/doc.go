// Package serve answers other programs, such as the Python package, over a pair of pipes: it holds worlds, steps and
// edits them, and returns what they contain. Over a socket of the user's own, one program at a time holds a window: the
// run that it shows is then the one world, and all that changes it is a command as a person gives.
//
// Requests and answers are JSON-RPC 2.0, each in a frame as in the Language Server Protocol:
//
//	Content-Length: 68\r\n
//	\r\n
//	{"jsonrpc":"2.0","id":1,"method":"load","params":{"scene":"bottle"}}
//
// Arrays travel beside the JSON, as frames with raw little-endian numbers and the number of the block:
//
//	Content-Length: 24000\r\n
//	Content-Type: application/octet-stream\r\n
//	Block: 7\r\n
//	\r\n
//
// The answer that refers to a block, as {"block":7,"type":"<f8","shape":[1000,3]}, follows it.
//
// Methods are rows of one table, from which the page of the manual is made. Requests about one world are done in the
// order in which they come; worlds work at the same time. The server ends with its input.
package serve
