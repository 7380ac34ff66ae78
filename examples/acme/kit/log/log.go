// Package log is how services log.
package log
